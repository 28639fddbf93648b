--[[
  Puts off a topic that can't be served now. A new message that is due earlier brings it forward again.

  KEYS   1 wake
  ARGV   1 topic, 2 delay in ms
  Answer {}
  O(log n) for n topics.
]]
--- @include "clock"
--- @include "write"

beginWriting(KEYS[1])
redis.call('ZADD', KEYS[1], 'XX', roundedUp(clock()) + tonumber(ARGV[2]), ARGV[1])
return {}
