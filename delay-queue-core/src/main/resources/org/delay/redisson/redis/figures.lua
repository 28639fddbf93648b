--[[
  The figures of some minutes.

  KEYS   1 minute, 2 minute, 3 minute, 4 minute, 5 minute, 6 minute
  ARGV   none
  Answer {now in µs, for each minute: {topic, figures, …}}
  O(n) for n topics in all of them.
]]
--- @include "clock"

local function figuresOf(minute)
  return redis.call('HGETALL', minute)
end

return {
  clock(),
  figuresOf(KEYS[1]), figuresOf(KEYS[2]), figuresOf(KEYS[3]),
  figuresOf(KEYS[4]), figuresOf(KEYS[5]), figuresOf(KEYS[6])
}
