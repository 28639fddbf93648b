--[[
  Returns unprocessed messages to the queue and counts no attempt: at their first due time, which keeps their order, or after a
  delay.

  KEYS   1 wake, 2 due, 3 leased, 4 held
  ARGV   1 topic, 2 token, 3 channels, 4 shard, 5 delay in ms, 6 '1' if they may still arrive, then ids
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
local delay, uncertain = tonumber(ARGV[5]), tonumber(ARGV[6])
return endLeases(micros, 7, 1, 0,
  function() return uncertain end,
  function(entry) return delay == 0 and entry.firstDue or math.max(entry.firstDue, roundedUp(micros) + delay) end)
