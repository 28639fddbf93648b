--[[
  Records that an instance is alive, and removes instances that are not.

  KEYS   1 instances
  ARGV   1 instance
         2 for how long it counts as alive, ms
         3 newest message format that it reads
         4 application
  Answer {instance, ms left, age in ms, format, application, …} of all live instances
  O(n) for n instances.
]]
--- @include "clock"
--- @include "alive"

-- Removals in one call: more would not fit into one command.
local MOST = 1000

local now = roundedDown(clock())
local living, dead = alive(KEYS[1], now)
-- A write even if no instance is dead: it lets a Redis that is out of memory continue with the script.
redis.call('HDEL', KEYS[1], '', unpack(dead, 1, math.min(#dead, MOST)))
local age = 0
local answer = {}
for i = 1, #living, ALIVE_WIDTH do
  if living[i] == ARGV[1] then
    age = living[i + 2]
  else
    for j = i, i + ALIVE_WIDTH - 1 do
      answer[#answer + 1] = living[j]
    end
  end
end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %s %.0f %s %s', now, ARGV[2], now - age, ARGV[3], ARGV[4]))
for _, value in ipairs({ARGV[1], tonumber(ARGV[2]), age, tonumber(ARGV[3]), ARGV[4]}) do
  answer[#answer + 1] = value
end
return answer
