--[[
  The figures of some minutes.

  KEYS   1 minute, 2 minute, 3 minute, 4 minute, 5 minute, 6 minute
  ARGV   none
  Answer {now in µs, for each minute: {topic, figures, …}}
  O(n) for n topics in all of them.
]]
--- @include "clock"

return {
  clock(),
  redis.call('HGETALL', KEYS[1]),
  redis.call('HGETALL', KEYS[2]),
  redis.call('HGETALL', KEYS[3]),
  redis.call('HGETALL', KEYS[4]),
  redis.call('HGETALL', KEYS[5]),
  redis.call('HGETALL', KEYS[6])
}
