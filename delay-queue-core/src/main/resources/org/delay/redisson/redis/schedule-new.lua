--[[
  Schedules messages of one topic under generated ids. Only a repetition of the same send, which overtook this call, can know
  such an id. Does what `schedule` does, with fewer keys.

  KEYS   1 wake, 2 due, 3 body, 4 meta, 5 paused
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 epoch of the shard map that the caller knows
         3 topic
         4 channels, as `signal` takes them
         5 shard
         then for each message:
           id
           '+' and a delay in ms, or a due time in ms
           priority
           body as stored
  Answer {'LATE', now in µs}, {'STALE_EPOCH', now}: too late, or the shard map has changed; nothing is done
         {'DONE', now, outcome, due ms, outcome, due ms, …}   outcome: SCHEDULED, or DUPLICATE: not changed
  O(m log n) for m messages into n.
]]
--- @include "clock"
--- @include "late"
--- @include "score"
--- @include "wake"
--- @include "epoch"
--- @include "write"

local topic = ARGV[3]
local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
if isStale(KEYS[4], ARGV[2]) then
  return {'STALE_EPOCH', micros}
end
local now = roundedUp(micros)

-- Tables are filled by counts: Lua's length operator searches for the end of a table each time.
local ids, m = {}, 0
for i = 6, #ARGV, 4 do
  m = m + 1
  ids[m] = ARGV[i]
end
local wakeAt = tonumber(redis.call('ZSCORE', KEYS[1], topic) or nil)
local present = redis.call('HMGET', KEYS[3], unpack(ids))

local answer, scores, bodies, stored = {'DONE', micros}, {}, {}, 0
local earliest
-- Many messages of a call are often due at the same time: neighbours share one parsed and formatted time.
local lastWhen, lastPriority, lastDue, lastScore
for i = 1, m do
  local at = 2 + i * 4
  local when, priority = ARGV[at + 1], ARGV[at + 2]
  if when ~= lastWhen or priority ~= lastPriority then
    lastWhen, lastPriority = when, priority
    lastDue = string.sub(when, 1, 1) == '+' and now + tonumber(when) or math.max(tonumber(when), now)
    lastScore = string.format('%.0f', scoreOf(lastDue, tonumber(priority)))
  end
  local outcome = 'DUPLICATE'
  if not present[i] then
    outcome = 'SCHEDULED'
    scores[stored + 1], scores[stored + 2] = lastScore, ids[i]
    bodies[stored + 1], bodies[stored + 2] = ids[i], ARGV[at + 3]
    stored = stored + 2
    if not earliest or lastDue < earliest then
      earliest = lastDue
    end
  end
  answer[i * 2 + 1], answer[i * 2 + 2] = outcome, lastDue
end
if not earliest then
  beginWriting(KEYS[2])
  return answer
end

-- A topic that wakes early enough needs no change; a paused topic has no wake time.
local wakesEarlier = (not wakeAt or earliest < wakeAt) and redis.call('SISMEMBER', KEYS[5], topic) == 0
local head = wakesEarlier and headOf(KEYS[1])

-- Due times first: ZADD checks the type of its key, and `body` is known to be a hash.
redis.call('ZADD', KEYS[2], unpack(scores))
redis.call('HSET', KEYS[3], unpack(bodies))
if wakesEarlier then
  wakeBy(KEYS[1], topic, earliest)
  signal(ARGV[4], ARGV[5], topic, earliest, head, micros)
end
return answer
