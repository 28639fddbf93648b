--[[
  Deletes dead letters.

  KEYS   1 dead, 2 dead-body, 3 meta
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 epoch of the shard map that the caller knows
         then for each dead letter: id, time of death. One that is gone, or has died again, is left alone
  Answer {'DONE', now in µs, how many were deleted}; LATE, or STALE_EPOCH (the shard map has changed): nothing is done
  O(m log n) for m of n dead letters.
]]
--- @include "clock"
--- @include "late"
--- @include "epoch"
--- @include "types"
--- @include "write"

local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
if isStale(KEYS[3], ARGV[2]) then
  return {'STALE_EPOCH', micros}
end
beginWriting(KEYS[1])
expectHash(KEYS[2])
local ids = {}
for i = 3, #ARGV, 2 do
  if redis.call('ZSCORE', KEYS[1], ARGV[i]) == ARGV[i + 1] then
    ids[#ids + 1] = ARGV[i]
  end
end
if #ids > 0 then
  redis.call('ZREM', KEYS[1], unpack(ids))
  redis.call('HDEL', KEYS[2], unpack(ids))
end
return {'DONE', micros, #ids}
