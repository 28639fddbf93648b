--[[
  Deletes a dead letter.

  KEYS   1 dead, 2 grave
  ARGV   1 id
  Answer {outcome}: DELETED or NOT_FOUND
  O(log n) for n dead letters.
]]
redis.call('HLEN', KEYS[2])
local removed = redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return {removed == 1 and 'DELETED' or 'NOT_FOUND'}
