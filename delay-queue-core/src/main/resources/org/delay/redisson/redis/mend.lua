--[[
  Brings a topic in order: whether it is paused, and when it is to be looked at, which is never while it is paused.

  KEYS   1 wake, 2 due, 3 leased, 4 paused
  ARGV   1 topic, 2 channel, 3 shard
         4 '1' to pause the topic, '0' to resume it, '' to leave it paused or not
  Answer {}
  O(b log n) for b priorities in use among n messages.
]]
--- @include "clock"
--- @include "score"
--- @include "wake"
--- @include "write"

local topic = ARGV[1]
beginWriting(KEYS[2])
local head = headOf(KEYS[1])
local wakeAt = earlier(earliestDue(KEYS[2]), tonumber(redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2]))
local paused = redis.call('SISMEMBER', KEYS[4], topic) == 1
if ARGV[4] == '1' or ARGV[4] == '' and paused then
  redis.call('SADD', KEYS[4], topic)
  redis.call('ZREM', KEYS[1], topic)
  return {}
end
if wakeAt then
  redis.call('ZADD', KEYS[1], wakeAt, topic)
end
if paused then
  redis.call('SREM', KEYS[4], topic)
end
if wakeAt then
  signal(ARGV[2], ARGV[3], topic, wakeAt, head, clock())
else
  redis.call('ZREM', KEYS[1], topic)
end
return {}
