--[[
  Changes the due time of a message. Its attempts still count.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 meta
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 epoch of the shard map that the caller knows, 3 topic, 4 channels, 5 shard, 6 id, 7 delay in ms
  Answer {outcome, now in µs}: RESCHEDULED; RESCHEDULED_IN_FLIGHT: an earlier delivery may still arrive; IN_FLIGHT (not
         changed), NOT_FOUND; LATE, or STALE_EPOCH (the shard map has changed): nothing is done
  O(log n) for n messages.
]]
--- @include "clock"
--- @include "late"
--- @include "score"
--- @include "held"
--- @include "wake"
--- @include "epoch"
--- @include "write"

local topic, id = ARGV[3], ARGV[6]
local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
if isStale(KEYS[5], ARGV[2]) then
  return {'STALE_EPOCH', micros}
end
beginWriting(KEYS[2])
local head = headOf(KEYS[1])
local score = redis.call('ZSCORE', KEYS[2], id)
local leased = redis.call('ZSCORE', KEYS[3], id)
local entry = readHeld(redis.call('HGET', KEYS[4], id))
if not score then
  return {leased and 'IN_FLIGHT' or 'NOT_FOUND', micros}
end
local due = roundedUp(micros) + tonumber(ARGV[7])
redis.call('ZADD', KEYS[2], bandOf(tonumber(score)) * BAND + due, id)
if entry then
  redis.call('HSET', KEYS[4], id,
    held(UNHELD, entry.priority, due, entry.failures, entry.leaseExpirations, entry.uncertain))
end
wakeBy(KEYS[1], topic, due)
signal(ARGV[4], ARGV[5], topic, due, head, micros)
return {entry and entry.uncertain == 1 and 'RESCHEDULED_IN_FLIGHT' or 'RESCHEDULED', micros}
