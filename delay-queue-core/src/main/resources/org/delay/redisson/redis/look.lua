--[[
  Which topics of a shard are due, and when to come back. Run on the master: a replica may be behind.

  KEYS   1 wake
  Answer {now in µs, next in ms or nil, {topics}}
  O(log n) for n topics.
]]
--- @include "clock"
--- @include "look"

return {lookAt(KEYS[1], clock())}
