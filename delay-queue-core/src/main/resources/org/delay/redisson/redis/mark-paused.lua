--[[
  Says whether a topic of the service is paused. Each shard is told afterwards, by mend.

  KEYS   1 the service's paused topics
  ARGV   1 topic, 2 '1' to pause it, '0' to resume it
  Answer {}
  O(1).
]]
-- Removes nothing, and lets a Redis that is out of memory go on with the script.
redis.call('SREM', KEYS[1], '')
redis.call(ARGV[2] == '1' and 'SADD' or 'SREM', KEYS[1], ARGV[1])
return {}
