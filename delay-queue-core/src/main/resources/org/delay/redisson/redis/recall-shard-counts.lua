--[[
  The newest shard map that a shard adopted. Restores the service's list if that was lost.

  KEYS   1 meta
  Answer {entries as in shard-counts, separated by blanks}, or {''}
  O(1)
]]
return {redis.call('HGET', KEYS[1], 'shards') or ''}
