--[[
  Deletes dead letters that died longer ago than a time, the oldest first.

  KEYS   1 dead, 2 dead-body
  ARGV   1 time of Redis's clock, µs, from which on the caller does not wait any more
         2 milliseconds, 3 the most in one call
  Answer {'DONE', now in µs, how many were deleted}, or {'LATE', now}: nothing is done
  O(m log n) for m of n dead letters.
]]
--- @include "clock"
--- @include "late"

local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
local before = roundedDown(micros) - tonumber(ARGV[2])
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', before, 'LIMIT', 0, ARGV[3])
redis.call('HLEN', KEYS[2])
if #ids > 0 then
  redis.call('ZREM', KEYS[1], unpack(ids))
  redis.call('HDEL', KEYS[2], unpack(ids))
end
return {'DONE', micros, #ids}
