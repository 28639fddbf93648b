--[[
  How many messages a topic has in this shard.

  KEYS   1 due, 2 leased, 3 dead
  ARGV   1 a time in µs that the clock had passed before it was set back, or 0
  Answer {due, leased, dead, how long the oldest due message is overdue in ms, by the later of both times, now in µs}
  O(b log n) for b priorities in use among n messages.
]]
--- @include "clock"
--- @include "score"

local earliest = earliestDue(KEYS[1])
local now = clock()
local waiting = earliest and math.max(0, roundedDown(math.max(now, tonumber(ARGV[1]))) - earliest) or 0
return {redis.call('ZCARD', KEYS[1]), redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]), waiting, now}
