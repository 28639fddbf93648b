--[[
  Every number of shards that was ever used; the last is the current one, and the length of the list its epoch.

  KEYS   1 layout
  ARGV   the numbers to begin with where there are none; without any, it is only read
  Answer {numbers}
  O(n) for n changes.
]]
local numbers = redis.call('LRANGE', KEYS[1], 0, -1)
if #numbers == 0 and #ARGV > 0 then
  redis.call('RPUSH', KEYS[1], unpack(ARGV))
  return ARGV
end
return numbers
