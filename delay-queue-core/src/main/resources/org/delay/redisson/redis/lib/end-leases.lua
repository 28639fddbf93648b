-- Ends leases and makes the messages due again at `dueAt(entry)`. `failed` is added to their failures. Returns the ids that
-- were not leased under the token.
-- KEYS: wake, due, leased, held. ARGV: topic, token, channels, shard, then ids from ARGV[first] on, every `step`.
local function endLeases(micros, first, step, failed, uncertain, dueAt)
  beginWriting(KEYS[2])
  local topic, token, channels, shard = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
  local head = headOf(KEYS[1])
  expectSortedSet(KEYS[3])
  local mine, lost = leasedUnder(KEYS[4], token, first, step)
  if #mine == 0 then
    return lost
  end

  local scores, entries, ids = {}, {}, {}
  local earliest
  for _, entry in ipairs(mine) do
    local due = dueAt(entry)
    scores[#scores + 1] = scoreOf(due, entry.priority)
    scores[#scores + 1] = entry.id
    entries[#entries + 1] = entry.id
    entries[#entries + 1] = held(UNHELD, entry.priority, entry.firstDue, entry.failures + failed, entry.leaseExpirations,
      math.max(entry.uncertain, uncertain(entry)))
    ids[#ids + 1] = entry.id
    earliest = earlier(earliest, due)
  end

  redis.call('ZADD', KEYS[2], unpack(scores))
  redis.call('HSET', KEYS[4], unpack(entries))
  wakeBy(KEYS[1], topic, earliest)
  redis.call('ZREM', KEYS[3], unpack(ids))
  signal(channels, shard, topic, earliest, head, micros)
  return lost
end
