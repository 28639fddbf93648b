--[[
  The revisions of messages of one topic that are leased under a token. Changes nothing.

  KEYS   1 held, 2 body
  ARGV   1 token, then ids
  Answer {revision, …}: one for each id; 0 if it is not leased under the token, or was stored without a revision
  O(m) for m messages.
]]
--- @include "revision"

local own = ARGV[1] .. ' '
local revisions = {}
if #ARGV > 1 then
  local entries = redis.call('HMGET', KEYS[1], unpack(ARGV, 2))
  local stored = redis.call('HMGET', KEYS[2], unpack(ARGV, 2))
  for i, entry in ipairs(entries) do
    local isOwn = entry and string.sub(entry, 1, #own) == own
    revisions[i] = isOwn and revisionOf(stored[i]) or 0
  end
end
return revisions
