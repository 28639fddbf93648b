--[[
  Makes failed messages due again, each after its own delay, and counts a failure.

  KEYS   1 wake, 2 due, 3 leased, 4 held
  ARGV   1 topic, 2 token, 3 channels, 4 shard, then for each message: id, delay in ms, '1' if it may still arrive
  Answer {ids that were not leased under the token, for which nothing was done}
  O(m log n) for m messages of n.
]]
--- @include "clock"
--- @include "score"
--- @include "held"
--- @include "types"
--- @include "wake"
--- @include "write"
--- @include "end-leases"

local micros = clock()
return endLeases(micros, 5, 3, 1,
  function(entry) return tonumber(ARGV[entry.at + 2]) end,
  function(entry) return roundedUp(micros) + tonumber(ARGV[entry.at + 1]) end)
