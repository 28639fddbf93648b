-- Removes nothing, but is a write. So a replica refuses the script, whose answer would promise nothing. And a Redis that is
-- out of memory continues with the script, so that it can drain. Not for scripts that only add.
local function beginWriting(sortedSet)
  redis.call('ZREM', sortedSet, '')
end
