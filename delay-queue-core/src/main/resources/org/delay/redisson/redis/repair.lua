--[[
  Recomputes a topic's wake time from its messages, and pauses or resumes it. A paused topic has no wake time.

  KEYS   1 wake, 2 due, 3 leased, 4 paused
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 topic, 3 channels, 4 shard
         5 '1' to pause the topic, '0' to resume it, '' to change neither
  Answer {'DONE', now in µs}, or {'LATE', now}: nothing is done
  O(b log n) for b priorities in use among n messages.
]]
--- @include "clock"
--- @include "late"
--- @include "score"
--- @include "wake"
--- @include "write"

local topic = ARGV[2]
local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
beginWriting(KEYS[2])
local head = headOf(KEYS[1])
local wakeAt = earlier(earliestDue(KEYS[2]), tonumber(redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2]))
local paused = redis.call('SISMEMBER', KEYS[4], topic) == 1
if ARGV[5] == '1' or ARGV[5] == '' and paused then
  redis.call('SADD', KEYS[4], topic)
  redis.call('ZREM', KEYS[1], topic)
  return {'DONE', micros}
end
if wakeAt then
  redis.call('ZADD', KEYS[1], wakeAt, topic)
end
if paused then
  redis.call('SREM', KEYS[4], topic)
end
if wakeAt then
  signal(ARGV[3], ARGV[4], topic, wakeAt, head, micros)
else
  redis.call('ZREM', KEYS[1], topic)
end
return {'DONE', micros}
