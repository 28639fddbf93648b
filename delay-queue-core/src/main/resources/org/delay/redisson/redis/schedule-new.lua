--[[
  Schedules messages of one topic, under generated ids: the only other call that may know one is a repetition of the
  same send that has overtaken this one. Does what `schedule` does, with fewer keys.

  KEYS   1 wake, 2 due, 3 body, 4 meta, 5 paused
  ARGV   1 time of Redis's clock, µs, from which on the caller does not wait any more
         2 epoch of the layout that the caller knows
         3 topic
         4 channel
         5 shard
         then for each message:
           id
           '+' and a delay in ms, or a due time in ms
           priority
           body as stored
  Answer {'LATE', now in µs}, {'STALE_EPOCH', now}: too late, or the layout has changed; nothing is done
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

-- Tables are filled by counts of their own, since Lua's length operator seeks the end of a table anew each time.
local ids, m = {}, 0
for i = 6, #ARGV, 4 do
  m = m + 1
  ids[m] = ARGV[i]
end
local lookAt = tonumber(redis.call('ZSCORE', KEYS[1], topic) or nil)
local present = redis.call('HMGET', KEYS[3], unpack(ids))

local answer, scores, bodies, stored = {'DONE', micros}, {}, {}, 0
local earliest
-- Many of a call are often due at one time: it is read and written once for those that follow each other.
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

-- A topic that is looked at early enough needs no more; one that is paused is not looked at.
local earlierLook = (not lookAt or earliest < lookAt) and redis.call('SISMEMBER', KEYS[5], topic) == 0
local head = earlierLook and headOf(KEYS[1])

-- First the due times: that the other key is a hash has been seen.
redis.call('ZADD', KEYS[2], unpack(scores))
redis.call('HSET', KEYS[3], unpack(bodies))
if earlierLook then
  wakeBy(KEYS[1], topic, earliest)
  signal(ARGV[4], ARGV[5], topic, earliest, head, micros)
end
return answer
