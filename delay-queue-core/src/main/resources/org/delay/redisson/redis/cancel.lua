--[[
  Removes a message that is not yet delivered.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 body, 6 meta
  ARGV   1 epoch of the layout that the caller knows, 2 topic, 3 id
  Answer {outcome}: CANCELLED, IN_FLIGHT (removed too), NOT_FOUND, or STALE_EPOCH: the layout has changed, nothing is done
  O(log n) for n messages.
]]
--- @include "held"
--- @include "wake"
--- @include "epoch"
--- @include "write"

local topic, id = ARGV[2], ARGV[3]
if isStale(KEYS[6], ARGV[1]) then
  return {'STALE_EPOCH'}
end
beginWriting(KEYS[2])
redis.call('ZSCORE', KEYS[1], topic)
local messages = redis.call('ZCARD', KEYS[2]) + redis.call('ZCARD', KEYS[3])
local due = redis.call('ZSCORE', KEYS[2], id)
local leased = redis.call('ZSCORE', KEYS[3], id)
local entry = readHeld(redis.call('HGET', KEYS[4], id))
redis.call('HLEN', KEYS[5])
if not due and not leased then
  return {'NOT_FOUND'}
end
redis.call('ZREM', KEYS[2], id)
redis.call('ZREM', KEYS[3], id)
redis.call('HDEL', KEYS[4], id)
redis.call('HDEL', KEYS[5], id)
forgetIfEmpty(KEYS[1], topic, messages - 1)
return {(leased or entry and entry.uncertain == 1) and 'IN_FLIGHT' or 'CANCELLED'}
