--[[
  Removes a message that has not been delivered.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 body, 6 meta
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 epoch of the shard map that the caller knows, 3 topic, 4 id
  Answer {outcome, now in µs}: CANCELLED, IN_FLIGHT (removed too), NOT_FOUND; LATE, or STALE_EPOCH (the shard map has changed): nothing is done
  O(log n) for n messages.
]]
--- @include "clock"
--- @include "late"
--- @include "held"
--- @include "types"
--- @include "wake"
--- @include "epoch"
--- @include "write"

local topic, id = ARGV[3], ARGV[4]
local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
if isStale(KEYS[6], ARGV[2]) then
  return {'STALE_EPOCH', micros}
end
beginWriting(KEYS[2])
expectSortedSet(KEYS[1])
local messages = redis.call('ZCARD', KEYS[2]) + redis.call('ZCARD', KEYS[3])
local due = redis.call('ZSCORE', KEYS[2], id)
local leased = redis.call('ZSCORE', KEYS[3], id)
local entry = readHeld(redis.call('HGET', KEYS[4], id))
expectHash(KEYS[5])
if not due and not leased then
  return {'NOT_FOUND', micros}
end
redis.call('ZREM', KEYS[2], id)
redis.call('ZREM', KEYS[3], id)
redis.call('HDEL', KEYS[4], id)
redis.call('HDEL', KEYS[5], id)
forgetIfEmpty(KEYS[1], topic, messages - 1)
return {(leased or entry and entry.uncertain == 1) and 'IN_FLIGHT' or 'CANCELLED', micros}
