--[[
  Changes the number of shards. Repeated, it changes nothing more.

  KEYS   1 layout
  ARGV   1 time of Redis's clock, µs, from which on the caller does not wait any more
         2 the new number
  Answer {'DONE', now in µs, numbers as layout.lua …}, or {'LATE', now}: nothing is done
  O(n) for n changes.
]]
--- @include "clock"
--- @include "late"

local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
if redis.call('LINDEX', KEYS[1], -1) ~= ARGV[2] then
  redis.call('RPUSH', KEYS[1], ARGV[2])
end
return {'DONE', micros, unpack(redis.call('LRANGE', KEYS[1], 0, -1))}
