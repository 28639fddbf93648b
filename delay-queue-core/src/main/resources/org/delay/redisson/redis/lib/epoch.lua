-- The epoch of the newest shard map that this shard adopted, 0 if it has lost it.
local function epochOf(meta)
  return tonumber(redis.call('HGET', meta, 'epoch') or 0)
end

-- Whether to refuse a call because its caller knows another shard map. A map is used only after every shard adopted it. So
-- a shard that knows an older one than the caller has lost data, and the caller's map may be lost too.
local function isStale(meta, epoch)
  return epochOf(meta) ~= tonumber(epoch)
end
