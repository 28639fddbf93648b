-- The storage format of this shard, 0 if it has lost it. It covers keys, their types and their entries; each stored message
-- names its own format.
local function storageFormatOf(meta)
  return tonumber(redis.call('HGET', meta, 'format') or 0)
end
