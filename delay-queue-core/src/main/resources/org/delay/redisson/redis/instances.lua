--[[
  The live instances.

  KEYS   1 instances
  Answer {instance, ms left, age in ms, format, application, …}
  O(n) for n instances.
]]
--- @include "clock"
--- @include "alive"

local living = alive(KEYS[1], roundedDown(clock()))
return living
