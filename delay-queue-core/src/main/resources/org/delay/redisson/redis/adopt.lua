--[[
  Lets a shard know a layout, which it keeps in case that the list is lost, and its epoch: calls that know an older one are
  refused from now on. Also which topics are paused: a shard that is new to the layout must not deliver them. To a shard that
  knows the epoch pauses are told by mend.

  KEYS   1 meta, 2 paused
  ARGV   1 epoch, 2 format that the caller writes, 3 numbers of the layout, separated by blanks, then the topics that are
         paused
  Answer {format of the shard: the highest that any instance writes, now in µs}
  O(n) for n paused topics.
]]
--- @include "clock"
--- @include "epoch"

-- Removes nothing, and lets a Redis that is out of memory go on with the script, so that it can be drained by clients that are new.
redis.call('HDEL', KEYS[1], '')
local format = tonumber(redis.call('HGET', KEYS[1], 'format') or 0)
redis.call('SCARD', KEYS[2])
if epochOf(KEYS[1]) < tonumber(ARGV[1]) then
  for i = 4, #ARGV do
    redis.call('SADD', KEYS[2], ARGV[i])
  end
  redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'layout', ARGV[3])
end
if format < tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[1], 'format', ARGV[2])
end
return {math.max(format, tonumber(ARGV[2])), clock()}
