--[[
  All instances that are stored. Those whose life has ended are still among them.

  KEYS   1 alive, 2 details
  Answer {now in µs, {instance, end of its life in ms, …}, {instance, details, …}}
  O(n) for n instances.
]]
--- @include "clock"

return {clock(), redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES'), redis.call('HGETALL', KEYS[2])}
