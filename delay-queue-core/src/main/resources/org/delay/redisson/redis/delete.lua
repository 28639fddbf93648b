--[[
  Deletes a dead letter.

  KEYS   1 dead, 2 dead-body, 3 meta
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 epoch of the shard map that the caller knows, 3 id
  Answer {outcome, now in µs}: DELETED, NOT_FOUND; LATE, or STALE_EPOCH (the shard map has changed): nothing is done
  O(log n) for n dead letters.
]]
--- @include "clock"
--- @include "late"
--- @include "epoch"
--- @include "types"

local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
if isStale(KEYS[3], ARGV[2]) then
  return {'STALE_EPOCH', micros}
end
expectHash(KEYS[2])
local removed = redis.call('ZREM', KEYS[1], ARGV[3])
redis.call('HDEL', KEYS[2], ARGV[3])
return {removed == 1 and 'DELETED' or 'NOT_FOUND', micros}
