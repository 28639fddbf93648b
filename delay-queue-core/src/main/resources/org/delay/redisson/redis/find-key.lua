--[[
  Messages in one state that have a key.

  KEYS   1 due, leased or dead, 2 held, 3 body or dead-body
  ARGV   1 offset, 2 the most messages to examine, 3 the most bytes to examine; one is examined whatever its size
         4 key, 5 the most matches
  Answer {number of messages in the state, how many were examined,
          {id, score, entry in held or nil, body or dead body as stored, …}}
  O(log n + m) for m of n messages.
]]
--- @include "types"

local function hasKey(stored)
  -- The first line of a dead letter has its deliveries and its error.
  local live = string.find(stored, '^%d[{\n]')
  local json = string.match(stored, live and '^%d({[^\n]*)\n' or '^[^\n]*\n%d({[^\n]*)\n')
  if not json or not string.find(json, '"key":', 1, true) then
    return false
  end
  local isJson, header = pcall(cjson.decode, json)
  return isJson and type(header) == 'table' and header.key == ARGV[4]
end

expectHash(KEYS[2])
local members = redis.call('ZRANGE', KEYS[1], ARGV[1], ARGV[1] + ARGV[2] - 1, 'WITHSCORES')
local rows, bytes, examined = {}, 0, 0
for i = 1, #members, 2 do
  local stored = redis.call('HGET', KEYS[3], members[i]) or ''
  bytes = bytes + #stored
  if i > 1 and bytes > tonumber(ARGV[3]) or #rows >= 4 * tonumber(ARGV[5]) then
    break
  end
  examined = examined + 1
  if hasKey(stored) then
    local n = #rows
    rows[n + 1] = members[i]
    rows[n + 2] = members[i + 1]
    rows[n + 3] = redis.call('HGET', KEYS[2], members[i])
    rows[n + 4] = stored
  end
end
return {redis.call('ZCARD', KEYS[1]), examined, rows}
