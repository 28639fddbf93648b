--[[
  Which topics of a shard are due, and when to come back. Run on the master: a replica may be behind.

  KEYS   1 wake
  Answer {now in µs, next in ms or nil, {topics}}
  O(m + log n) for m topics that are due of n.
]]
--- @include "clock"
--- @include "shard-state"

-- So many, since topics that nobody can serve now may stand before those that somebody can.
local LIMIT = 500

return {shardState(KEYS[1], clock(), LIMIT)}
