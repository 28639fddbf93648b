--[[
  Removes an instance that stops, and tells the others, so that they need not wait until its heartbeat expires.

  KEYS   1 alive, 2 details, 3 changes
  ARGV   1 instance, 2 channel
  Answer {}
  O(log n).
]]
--- @include "clock"
--- @include "instances"
--- @include "types"

expectHash(KEYS[2])
expectSortedSet(KEYS[3])
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  logChange(KEYS[3], clock(), ARGV[1])
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
  redis.pcall('PUBLISH', ARGV[2], 'left ' .. ARGV[1])
end
return {}
