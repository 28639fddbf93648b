-- The mark of this shard, 0 if it has none. What Redis loses is the end of what it was told, so a lower mark shows a loss.
local function markOf(meta)
  return tonumber(redis.call('HGET', meta, 'mark') or 0)
end
