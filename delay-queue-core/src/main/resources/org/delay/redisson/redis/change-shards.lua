--[[
  Changes the number of shards. A repetition changes nothing more.

  KEYS   1 shards
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 the new entry, as format:count
  Answer {'DONE', now in µs, entries as in shard-counts …}, or {'LATE', now}: nothing is done. Nothing is changed either
         if the service has another storage format by now; the entries tell the caller.
  O(n) for n changes.
]]
--- @include "clock"
--- @include "late"

local function formatOf(entry)
  return string.match(entry, '^[^:]*')
end

local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
local current = redis.call('LINDEX', KEYS[1], -1)
if not current or current ~= ARGV[2] and formatOf(current) == formatOf(ARGV[2]) then
  redis.call('RPUSH', KEYS[1], ARGV[2])
end
return {'DONE', micros, unpack(redis.call('LRANGE', KEYS[1], 0, -1))}
