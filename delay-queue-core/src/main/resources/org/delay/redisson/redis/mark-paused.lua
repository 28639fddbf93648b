--[[
  Says whether a topic of the service is paused. Each shard is told afterwards, by mend.

  KEYS   1 the service's paused topics
  ARGV   1 time of Redis's clock, µs, from which on the caller does not wait any more
         2 topic, 3 '1' to pause it, '0' to resume it
  Answer {'DONE', now in µs}, or {'LATE', now}: nothing is done
  O(1).
]]
--- @include "clock"
--- @include "late"

local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
-- Removes nothing, and lets a Redis that is out of memory go on with the script.
redis.call('SREM', KEYS[1], '')
redis.call(ARGV[3] == '1' and 'SADD' or 'SREM', KEYS[1], ARGV[2])
return {'DONE', micros}
