--[[
  Turns messages that are given up into dead letters.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 body, 6 dead, 7 dead-body
  ARGV   1 topic, 2 token, then for each message: id, error as a JSON string, '1' if its last delivery may still arrive,
         '1' if its last delivery failed
  Answer {number of dead letters, {ids that were not leased under the token, for which nothing was done}}
  O(m log n) for m messages of n.
]]
--- @include "clock"
--- @include "held"
--- @include "types"
--- @include "wake"
--- @include "write"

beginWriting(KEYS[3])
local now = roundedDown(clock())
expectSortedSet(KEYS[1])
local messages = redis.call('ZCARD', KEYS[2]) + redis.call('ZCARD', KEYS[3])
expectSortedSet(KEYS[6])
expectHash(KEYS[7])
local mine, lost = leasedUnder(KEYS[4], ARGV[2], 3, 4)
if #mine > 0 then
  local ids, deaths, deadBodies = {}, {}, {}
  for i, entry in ipairs(mine) do
    ids[i] = entry.id
    deaths[#deaths + 1] = now
    deaths[#deaths + 1] = entry.id
  end
  local bodies = redis.call('HMGET', KEYS[5], unpack(ids))
  for i, entry in ipairs(mine) do
    deadBodies[#deadBodies + 1] = entry.id
    local uncertain = math.max(entry.uncertain, tonumber(ARGV[entry.at + 2]))
    local failures = entry.failures + tonumber(ARGV[entry.at + 3])
    deadBodies[#deadBodies + 1] = held(UNHELD, entry.priority, entry.firstDue, failures, entry.leaseExpirations, uncertain)
      .. ' ' .. ARGV[entry.at + 1] .. '\n' .. (bodies[i] or '')
  end
  redis.call('ZADD', KEYS[6], unpack(deaths))
  redis.call('HSET', KEYS[7], unpack(deadBodies))
  messages = messages - redis.call('ZREM', KEYS[3], unpack(ids))
  redis.call('HDEL', KEYS[4], unpack(ids))
  redis.call('HDEL', KEYS[5], unpack(ids))
  forgetIfEmpty(KEYS[1], ARGV[1], messages)
end
return {redis.call('ZCARD', KEYS[6]), lost}
