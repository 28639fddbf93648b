--[[
  Computes anew when a topic is to be looked at.

  KEYS   1 wake, 2 due, 3 leased
  ARGV   1 topic, 2 channel, 3 shard
  Answer {}
  O(b log n) for b priorities in use among n messages.
]]
--- @include "clock"
--- @include "score"
--- @include "wake"
--- @include "write"

beginWriting(KEYS[2])
local head = headOf(KEYS[1])
local wakeAt = earlier(earliestDue(KEYS[2]), tonumber(redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2]))
if wakeAt then
  redis.call('ZADD', KEYS[1], wakeAt, ARGV[1])
  signal(ARGV[2], ARGV[3], ARGV[1], wakeAt, head, clock())
else
  redis.call('ZREM', KEYS[1], ARGV[1])
end
return {}
