--[[
  Deletes a dead letter.

  KEYS   1 dead, 2 grave, 3 meta
  ARGV   1 epoch of the layout that the caller knows, 2 id
  Answer {outcome}: DELETED, NOT_FOUND, or STALE_EPOCH: the layout has changed, nothing is done
  O(log n) for n dead letters.
]]
--- @include "epoch"

if isStale(KEYS[3], ARGV[1]) then
  return {'STALE_EPOCH'}
end
redis.call('HLEN', KEYS[2])
local removed = redis.call('ZREM', KEYS[1], ARGV[2])
redis.call('HDEL', KEYS[2], ARGV[2])
return {removed == 1 and 'DELETED' or 'NOT_FOUND'}
