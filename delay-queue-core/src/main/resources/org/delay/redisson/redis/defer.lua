--[[
  Puts off a topic that can't be served now. A new message that is due earlier brings it forward again.

  KEYS   1 wake
  ARGV   1 topic, 2 delay in ms
         3 in ms, or '': only where the topic has been due for so long, and nobody has claimed from it meanwhile
  Answer {'DONE'}, or {'TAKEN'}: nothing is done
  O(log n) for n topics.
]]
--- @include "clock"
--- @include "write"

beginWriting(KEYS[1])
local now = clock()
local at = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]))
if ARGV[3] ~= '' and not (at and at + tonumber(ARGV[3]) <= roundedDown(now)) then
  return {'TAKEN'}
end
redis.call('ZADD', KEYS[1], 'XX', roundedUp(now) + tonumber(ARGV[2]), ARGV[1])
return {'DONE'}
