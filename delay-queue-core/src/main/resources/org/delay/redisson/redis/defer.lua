--[[
  Defers topics that can't be served now. A delay of 0 recalls a deferred topic: it is due now. A send, reschedule, redrive,
  retry, release or repair with an earlier time wakes the topic before its delay is over.

  KEYS   1 wake
  ARGV   1 '', or a time in ms: only topics that have been due for this long, with no claim meanwhile
         then topic and delay in ms, for each
  Answer {deferred topics}
  O(m log n) for m topics of n.
]]
--- @include "clock"
--- @include "write"

beginWriting(KEYS[1])
local micros = clock()
local now, from = roundedDown(micros), roundedUp(micros)
local unclaimed = tonumber(ARGV[1])
local deferred = {}
for i = 2, #ARGV, 2 do
  local topic = ARGV[i]
  local at = tonumber(redis.call('ZSCORE', KEYS[1], topic))
  if at and (not unclaimed or at + unclaimed <= now) then
    redis.call('ZADD', KEYS[1], 'XX', from + tonumber(ARGV[i + 1]), topic)
    deferred[#deferred + 1] = topic
  end
end
return deferred
