--[[
  Lets a shard know the epoch of a layout: calls that know an older one are refused from now on.

  KEYS   1 meta
  ARGV   1 epoch, 2 format that the caller writes
  Answer {format of the shard}: the highest that any instance writes
  O(1).
]]
--- @include "epoch"

-- Removes nothing, and lets a Redis that is out of memory go on with the script, so that it can be drained by clients that are new.
redis.call('HDEL', KEYS[1], '')
local format = tonumber(redis.call('HGET', KEYS[1], 'format') or 0)
if epochOf(KEYS[1]) < tonumber(ARGV[1]) then
  redis.call('HSET', KEYS[1], 'epoch', ARGV[1])
end
if format < tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[1], 'format', ARGV[2])
end
return {math.max(format, tonumber(ARGV[2]))}
