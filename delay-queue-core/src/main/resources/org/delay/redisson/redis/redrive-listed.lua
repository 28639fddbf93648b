--[[
  Makes dead letters due now. Their attempts count from 1 again.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 body, 6 dead, 7 dead-body, 8 meta
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 epoch of the shard map that the caller knows, 3 topic, 4 channels, 5 shard
         then for each dead letter: id, time of death. One that is gone, or has died again, is left alone
  Answer {'DONE', now in µs, how many are due now, {ids of dead letters that stay, because a live message has the id}}; LATE, or
         STALE_EPOCH (the shard map has changed): nothing is done
  O(m log n) for m of n messages.
]]
--- @include "clock"
--- @include "late"
--- @include "score"
--- @include "held"
--- @include "dead-body"
--- @include "types"
--- @include "wake"
--- @include "epoch"
--- @include "write"

local topic = ARGV[3]
local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
if isStale(KEYS[8], ARGV[2]) then
  return {'STALE_EPOCH', micros}
end
beginWriting(KEYS[2])
local now = roundedUp(micros)
local head = headOf(KEYS[1])
expectHash(KEYS[4])
expectHash(KEYS[5])
local ids, scores, bodies, uncertain, certain, kept = {}, {}, {}, {}, {}, {}
for i = 6, #ARGV, 2 do
  local id = ARGV[i]
  local deadBody = redis.call('HGET', KEYS[7], id)
  if redis.call('ZSCORE', KEYS[2], id) or redis.call('ZSCORE', KEYS[3], id) then
    kept[#kept + 1] = id
  elseif deadBody and redis.call('ZSCORE', KEYS[6], id) == ARGV[i + 1] then
    local entry, body = readDead(deadBody)
    ids[#ids + 1] = id
    scores[#scores + 1] = scoreOf(now, entry.priority)
    scores[#scores + 1] = id
    bodies[#bodies + 1] = id
    bodies[#bodies + 1] = body
    if entry.uncertain == 1 then
      uncertain[#uncertain + 1] = id
      uncertain[#uncertain + 1] = held(UNHELD, entry.priority, now, 0, 0, 1)
    else
      certain[#certain + 1] = id
    end
  end
end
if #ids == 0 then
  return {'DONE', micros, 0, kept}
end

redis.call('ZADD', KEYS[2], unpack(scores))
redis.call('HSET', KEYS[5], unpack(bodies))
if #uncertain > 0 then
  redis.call('HSET', KEYS[4], unpack(uncertain))
end
wakeBy(KEYS[1], topic, now)
redis.call('ZREM', KEYS[6], unpack(ids))
redis.call('HDEL', KEYS[7], unpack(ids))
if #certain > 0 then
  redis.call('HDEL', KEYS[4], unpack(certain))
end
signal(ARGV[4], ARGV[5], topic, now, head, micros)
return {'DONE', micros, #ids, kept}
