--[[
  The paused topics of the service.

  KEYS   1 paused (of the service)
  Answer {topics}
  O(n) for n paused topics.
]]
return redis.call('SMEMBERS', KEYS[1])
