-- The newest layout that this shard has heard of: calls that know an older one are refused.
local function epochOf(meta)
  return tonumber(redis.call('HGET', meta, 'epoch') or 0)
end
