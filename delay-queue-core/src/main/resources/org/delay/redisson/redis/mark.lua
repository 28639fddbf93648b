--[[
  Reads the mark of a shard, or raises it if the shard is as the caller knows it.

  KEYS   1 meta
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 epoch of the shard map that the caller knows
         3 the mark to set, or 0 to read only; 4 the least mark that the shard must have, 5 the replication id that it must have
  Answer {'LATE', now in µs}, {'STALE_EPOCH', now}: too late, or the shard map has changed; nothing is done
         {'DONE', now, mark of the shard after this call, replication id}
  O(1).
]]
--- @include "clock"
--- @include "late"
--- @include "epoch"
--- @include "mark"

local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
if isStale(KEYS[1], ARGV[2]) then
  return {'STALE_EPOCH', micros}
end
-- Removes nothing, but is a write: a replica refuses the script, and a Redis that is out of memory continues with it.
redis.call('HDEL', KEYS[1], '')

-- Changes when a server starts or is promoted. Users who may not call INFO have none.
local info = redis.pcall('INFO', 'replication')
local replicationId = type(info) == 'string' and string.match(info, 'master_replid:(%w+)') or ''
local mark = markOf(KEYS[1])
local wanted = tonumber(ARGV[3])
if wanted > mark and mark >= tonumber(ARGV[4]) and replicationId == ARGV[5] then
  redis.call('HSET', KEYS[1], 'mark', ARGV[3])
  mark = wanted
end
return {'DONE', micros, mark, replicationId}
