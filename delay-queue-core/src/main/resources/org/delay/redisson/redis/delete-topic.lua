--[[
  Deletes a topic in this shard: its wake time, and whatever it has.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 body, 6 dead, 7 dead-body
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 topic, 3 '1' to delete messages and dead letters too, '0' to delete a topic that has none
  Answer {outcome, now in µs, due, leased, dead}: DELETED (as many were deleted), NOT_EMPTY (as many are there; nothing is
         done); or {'LATE', now}: nothing is done
  O(log n) for n topics. Redis frees the memory of messages in the background.
]]
--- @include "clock"
--- @include "late"
--- @include "types"
--- @include "write"

local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
beginWriting(KEYS[2])
expectSortedSet(KEYS[1])
local due, leased, dead = redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]), redis.call('ZCARD', KEYS[6])
expectHash(KEYS[4])
expectHash(KEYS[5])
expectHash(KEYS[7])
if ARGV[3] == '0' and due + leased + dead > 0 then
  return {'NOT_EMPTY', micros, due, leased, dead}
end
redis.call('ZREM', KEYS[1], ARGV[2])
redis.call('UNLINK', KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7])
return {'DELETED', micros, due, leased, dead}
