--[[
  Puts off topics that can't be served now. A new message that is due earlier brings its topic forward again.

  KEYS   1 wake
  ARGV   1 in ms, or '': only topics that have been due for so long, and that nobody has claimed from meanwhile
         then topic and delay in ms, for each
  Answer {topics that are put off}
  O(m log n) for m topics of n.
]]
--- @include "clock"
--- @include "write"

beginWriting(KEYS[1])
local micros = clock()
local now, from = roundedDown(micros), roundedUp(micros)
local left = tonumber(ARGV[1])
local off = {}
for i = 2, #ARGV, 2 do
  local topic = ARGV[i]
  local at = tonumber(redis.call('ZSCORE', KEYS[1], topic))
  if at and (not left or at + left <= now) then
    redis.call('ZADD', KEYS[1], 'XX', from + tonumber(ARGV[i + 1]), topic)
    off[#off + 1] = topic
  end
end
return off
