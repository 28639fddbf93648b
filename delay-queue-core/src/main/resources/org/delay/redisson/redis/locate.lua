--[[
  What is stored of messages of one topic.

  KEYS   1 due, 2 leased, 3 body, 4 dead, 5 dead-body, 6 meta
  ARGV   1 epoch of the shard map that the caller knows, then ids
  Answer {state, revision, state, revision, …}: DUE, LEASED, DEAD (and neither of the others), ABSENT; {'STALE_EPOCH'}: the
         shard map has changed
  O(m log n) for m messages of n.
]]
--- @include "epoch"
--- @include "revision"

if isStale(KEYS[6], ARGV[1]) then
  return {'STALE_EPOCH'}
end
local ids = {}
for i = 2, #ARGV do
  ids[i - 1] = ARGV[i]
end
local dues = redis.call('ZMSCORE', KEYS[1], unpack(ids))
local leases = redis.call('ZMSCORE', KEYS[2], unpack(ids))
local stored = redis.call('HMGET', KEYS[3], unpack(ids))
local deaths = redis.call('ZMSCORE', KEYS[4], unpack(ids))
local dead = redis.call('HMGET', KEYS[5], unpack(ids))

local answer = {}
for i = 1, #ids do
  local state, revision = 'ABSENT', 0
  if dues[i] or leases[i] then
    state, revision = dues[i] and 'DUE' or 'LEASED', revisionOf(stored[i])
  elseif deaths[i] then
    state, revision = 'DEAD', revisionOfDead(dead[i])
  end
  answer[i * 2 - 1] = state
  answer[i * 2] = revision
end
return answer
