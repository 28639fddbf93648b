-- The newest layout that this shard has heard of, 0 if it has lost it.
local function epochOf(meta)
  return tonumber(redis.call('HGET', meta, 'epoch') or 0)
end

-- Whether a call is to be refused because it knows another layout. Every shard is told of a layout before it is used, so
-- one that knows an older one than the caller has lost data, and then the caller's layout may be a lost one too.
local function isStale(meta, epoch)
  return epochOf(meta) ~= tonumber(epoch)
end
