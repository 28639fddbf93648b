--[[
  Every number of shards that was ever used; the last is the current one, and the length of the list its epoch.

  KEYS   1 layout
  ARGV   1 the number to begin with, where there is none yet
  Answer {numbers}
  O(n) for n changes.
]]
local numbers = redis.call('LRANGE', KEYS[1], 0, -1)
if #numbers == 0 then
  redis.call('RPUSH', KEYS[1], ARGV[1])
  return {ARGV[1]}
end
return numbers
