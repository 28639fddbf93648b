--[[
  Removes messages that are done.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 body
  ARGV   1 topic, 2 token, then ids
  Answer {ids that were not leased under the token, for which nothing was done}
  O(m log n) for m messages of n.
]]
--- @include "types"
--- @include "wake"

expectSortedSet(KEYS[1])
local messages = redis.call('ZCARD', KEYS[2]) + redis.call('ZCARD', KEYS[3])
expectHash(KEYS[5])
-- Only the token of an entry matters here.
local own = ARGV[2] .. ' '
local ids, done, lost = {}, 0, {}
local entries = #ARGV > 2 and redis.call('HMGET', KEYS[4], unpack(ARGV, 3)) or {}
for i, entry in ipairs(entries) do
  if entry and string.sub(entry, 1, #own) == own then
    done = done + 1
    ids[done] = ARGV[i + 2]
  else
    lost[#lost + 1] = ARGV[i + 2]
  end
end
if done > 0 then
  messages = messages - redis.call('ZREM', KEYS[3], unpack(ids))
  redis.call('HDEL', KEYS[4], unpack(ids))
  redis.call('HDEL', KEYS[5], unpack(ids))
  forgetIfEmpty(KEYS[1], ARGV[1], messages)
end
return lost
