--[[
  Deletes dead letters that died longer ago than a time, the oldest first.

  KEYS   1 dead, 2 grave
  ARGV   1 milliseconds, 2 the most in one call
  Answer {how many were deleted}
  O(m log n) for m of n dead letters.
]]
--- @include "clock"

local before = roundedDown(clock()) - tonumber(ARGV[1])
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', before, 'LIMIT', 0, ARGV[2])
redis.call('HLEN', KEYS[2])
if #ids > 0 then
  redis.call('ZREM', KEYS[1], unpack(ids))
  redis.call('HDEL', KEYS[2], unpack(ids))
end
return {#ids}
