--[[
  The due topics of a shard, and when the next one is due. Runs on the master: a replica may be behind.

  KEYS   1 wake
  Answer {now in µs, next in ms or nil, {topics}}
  O(m + log n) for m due topics of n.
]]
--- @include "clock"
--- @include "shard-state"

-- High, since topics that the caller can't serve now may come before those that it can.
local LIMIT = 500

return {shardState(KEYS[1], clock(), LIMIT)}
