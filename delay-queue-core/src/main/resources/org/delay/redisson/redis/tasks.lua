--[[
  All tasks.

  KEYS   1 tasks
  ARGV   none
  Answer {now in µs, {topic, its task as stored, …}}
  O(n) for n tasks.
]]
--- @include "clock"

return {clock(), redis.call('HGETALL', KEYS[1])}
