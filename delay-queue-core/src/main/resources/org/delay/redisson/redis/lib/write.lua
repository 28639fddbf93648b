-- Removes nothing, but is a write: a replica refuses it, on whose word nothing must be promised, and a Redis that is out
-- of memory goes on with the script after it, so that it can drain. Not for scripts that only add.
local function beginWriting(sortedSet)
  redis.call('ZREM', sortedSet, '')
end
