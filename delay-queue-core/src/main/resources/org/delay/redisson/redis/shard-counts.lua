--[[
  Every shard count that the service ever used, each with the storage format at that time. The last entry is current, and the
  length of the list is the epoch.

  KEYS   1 shards
  ARGV   the entries to begin with if there are none, as format:count; without any, the script only reads
  Answer {entries}
  O(n) for n changes.
]]
local entries = redis.call('LRANGE', KEYS[1], 0, -1)
if #entries == 0 and #ARGV > 0 then
  redis.call('RPUSH', KEYS[1], unpack(ARGV))
  return ARGV
end
return entries
