--[[
  Deletes dead letters that are older than an age, the oldest first.

  KEYS   1 dead, 2 dead-body
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 age in ms, 3 most deletions in one call
  Answer {'DONE', now in µs, how many were deleted}, or {'LATE', now}: nothing is done
  O(m log n) for m of n dead letters.
]]
--- @include "clock"
--- @include "late"
--- @include "types"

local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
local before = roundedDown(micros) - tonumber(ARGV[2])
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', before, 'LIMIT', 0, ARGV[3])
expectHash(KEYS[2])
if #ids > 0 then
  redis.call('ZREM', KEYS[1], unpack(ids))
  redis.call('HDEL', KEYS[2], unpack(ids))
end
return {'DONE', micros, #ids}
