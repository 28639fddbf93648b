--[[
  Which topics of the service are paused.

  KEYS   1 the service's paused topics
  Answer {topics}
  O(n) for n paused topics.
]]
return redis.call('SMEMBERS', KEYS[1])
