--[[
  Removes an instance that stops, and tells the others, so that they need not wait until its heartbeat expires.

  KEYS   1 instances
  ARGV   1 instance, 2 channel
  Answer {}
  O(1).
]]
if redis.call('HDEL', KEYS[1], ARGV[1]) == 1 then
  redis.pcall('PUBLISH', ARGV[2], 'left ' .. ARGV[1])
end
return {}
