--[[
  Tells a shard a shard map: its epoch, its storage format, and a copy that restores the service's list if that is lost. From
  now on the shard refuses calls that know another epoch. The shard also copies which topics are paused: a shard that is new
  must not deliver them. A shard that knows the epoch already learns of pauses from repair.

  KEYS   1 meta, 2 paused
  ARGV   1 epoch, 2 storage format, 3 entries of the shard map, separated by blanks, then the paused topics
  Answer {now in µs}
  O(n) for n paused topics.
]]
--- @include "clock"
--- @include "epoch"
--- @include "types"

-- Removes nothing, but lets a Redis that is out of memory continue with the script, so that new clients can drain it.
redis.call('HDEL', KEYS[1], '')
expectSet(KEYS[2])
if epochOf(KEYS[1]) < tonumber(ARGV[1]) then
  for i = 4, #ARGV do
    redis.call('SADD', KEYS[2], ARGV[i])
  end
  redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'format', ARGV[2], 'shards', ARGV[3])
end
return {clock()}
