--[[
  Removes messages of one topic that are here under a given revision or a lower one. Their ids differ. Dead letters stay.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 body, 6 meta
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 epoch of the shard map that the caller knows, 3 topic, then for each message: id, revision
  Answer {'LATE', now in µs}, {'STALE_EPOCH', now}: too late, or the shard map has changed; nothing is done
         {'DONE', now, outcome, revision, outcome, revision, …, mark of the shard}   outcome: CANCELLED,
                                  CANCELLED_IN_FLIGHT (removed too), NOT_FOUND, KEPT; the revision is the one that stays, or 0
  O(m log n) for m messages of n.
]]
--- @include "clock"
--- @include "late"
--- @include "held"
--- @include "types"
--- @include "wake"
--- @include "epoch"
--- @include "mark"
--- @include "revision"
--- @include "write"

local topic = ARGV[3]
local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
if isStale(KEYS[6], ARGV[2]) then
  return {'STALE_EPOCH', micros}
end
beginWriting(KEYS[2])
expectSortedSet(KEYS[1])

local ids, m = {}, 0
for i = 4, #ARGV, 2 do
  m = m + 1
  ids[m] = ARGV[i]
end
local messages = redis.call('ZCARD', KEYS[2]) + redis.call('ZCARD', KEYS[3])
local dues = redis.call('ZMSCORE', KEYS[2], unpack(ids))
local leases = redis.call('ZMSCORE', KEYS[3], unpack(ids))
local entries = redis.call('HMGET', KEYS[4], unpack(ids))
local stored = redis.call('HMGET', KEYS[5], unpack(ids))

local answer, removed, count = {'DONE', micros}, {}, 0
for i, id in ipairs(ids) do
  local outcome, revision = 'NOT_FOUND', 0
  if dues[i] or leases[i] then
    revision = revisionOf(stored[i])
    outcome = 'KEPT'
    if revision <= tonumber(ARGV[3 + i * 2]) then
      local entry = readHeld(entries[i])
      outcome = (leases[i] or entry and entry.uncertain == 1) and 'CANCELLED_IN_FLIGHT' or 'CANCELLED'
      revision = 0
      count = count + 1
      removed[count] = id
    end
  end
  answer[i * 2 + 1] = outcome
  answer[i * 2 + 2] = revision
end
answer[m * 2 + 3] = markOf(KEYS[6])

if count > 0 then
  redis.call('ZREM', KEYS[2], unpack(removed))
  redis.call('ZREM', KEYS[3], unpack(removed))
  redis.call('HDEL', KEYS[4], unpack(removed))
  redis.call('HDEL', KEYS[5], unpack(removed))
  forgetIfEmpty(KEYS[1], topic, messages - count)
end
return answer
