--[[
  The instances that are alive.

  KEYS   1 instances
  Answer {instance, ms left, ms since it came, format, application, …}
  O(n) for n instances.
]]
--- @include "clock"
--- @include "alive"

local living = alive(KEYS[1], roundedDown(clock()))
return living
