--[[
  Gives a message another due time; its attempts still count.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 meta
  ARGV   1 epoch of the layout that the caller knows, 2 topic, 3 channel, 4 shard, 5 id, 6 delay in ms
  Answer {outcome}: RESCHEDULED; RESCHEDULED_IN_FLIGHT: a delivery that was begun before may still arrive; IN_FLIGHT (not
         changed), NOT_FOUND, or STALE_EPOCH: the layout has changed, nothing is done
  O(log n) for n messages.
]]
--- @include "clock"
--- @include "score"
--- @include "held"
--- @include "wake"
--- @include "epoch"
--- @include "write"

local topic, id = ARGV[2], ARGV[5]
if isStale(KEYS[5], ARGV[1]) then
  return {'STALE_EPOCH'}
end
beginWriting(KEYS[2])
local micros = clock()
local head = headOf(KEYS[1])
local score = redis.call('ZSCORE', KEYS[2], id)
local leased = redis.call('ZSCORE', KEYS[3], id)
local entry = readHeld(redis.call('HGET', KEYS[4], id))
if not score then
  return {leased and 'IN_FLIGHT' or 'NOT_FOUND'}
end
local due = roundedUp(micros) + tonumber(ARGV[6])
redis.call('ZADD', KEYS[2], bandOf(tonumber(score)) * BAND + due, id)
if entry then
  redis.call('HSET', KEYS[4], id,
    held(UNHELD, entry.priority, due, entry.failures, entry.expiries, entry.uncertain))
end
wakeBy(KEYS[1], topic, due)
signal(ARGV[3], ARGV[4], topic, due, head, micros)
return {entry and entry.uncertain == 1 and 'RESCHEDULED_IN_FLIGHT' or 'RESCHEDULED'}
