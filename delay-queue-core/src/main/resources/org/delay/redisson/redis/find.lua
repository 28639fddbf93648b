--[[
  Finds a message in any state. A live message takes precedence over a dead letter.

  KEYS   1 due, 2 leased, 3 held, 4 body, 5 dead, 6 dead-body, 7 meta
  ARGV   1 epoch of the shard map that the caller knows, 2 id
  Answer {state: DUE, LEASED or DEAD, score, entry in held or nil, body or dead body as stored or nil}, {} if there is none, or {'STALE_EPOCH'}: the shard map has changed
  O(log n) for n messages.
]]
--- @include "epoch"

local id = ARGV[2]
if isStale(KEYS[7], ARGV[1]) then
  return {'STALE_EPOCH'}
end
local due = redis.call('ZSCORE', KEYS[1], id)
local leased = redis.call('ZSCORE', KEYS[2], id)
if due or leased then
  return {due and 'DUE' or 'LEASED', due or leased, redis.call('HGET', KEYS[3], id), redis.call('HGET', KEYS[4], id)}
end
local died = redis.call('ZSCORE', KEYS[5], id)
return died and {'DEAD', died, false, redis.call('HGET', KEYS[6], id)} or {}
