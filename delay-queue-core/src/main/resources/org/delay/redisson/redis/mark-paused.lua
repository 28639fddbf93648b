--[[
  Records for the service whether a topic is paused. Repair tells each shard afterwards.

  KEYS   1 paused (of the service)
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
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
-- Removes nothing, but lets a Redis that is out of memory continue with the script.
redis.call('SREM', KEYS[1], '')
redis.call(ARGV[3] == '1' and 'SADD' or 'SREM', KEYS[1], ARGV[2])
return {'DONE', micros}
