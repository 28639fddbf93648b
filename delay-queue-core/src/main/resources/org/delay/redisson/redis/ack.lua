--[[
  Removes messages that are done.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 body
  ARGV   1 topic, 2 token, then ids
  Answer {ids that were not leased under the token, for which nothing was done}
  O(m log n) for m messages of n.
]]
--- @include "held"
--- @include "wake"

redis.call('ZSCORE', KEYS[1], ARGV[1])
local messages = redis.call('ZCARD', KEYS[2]) + redis.call('ZCARD', KEYS[3])
redis.call('HLEN', KEYS[5])
local mine, lost = leasedUnder(KEYS[4], ARGV[2], 3, 1)
if #mine > 0 then
  local ids = {}
  for i, entry in ipairs(mine) do
    ids[i] = entry.id
  end
  messages = messages - redis.call('ZREM', KEYS[3], unpack(ids))
  redis.call('HDEL', KEYS[4], unpack(ids))
  redis.call('HDEL', KEYS[5], unpack(ids))
  forgetIfEmpty(KEYS[1], ARGV[1], messages)
end
return lost
