--[[
  A page of messages in one state.

  KEYS   1 due, leased or dead, 2 held, 3 body or dead-body
  ARGV   1 offset, 2 the most messages, 3 the most bytes of bodies; one message is answered whatever its size
  Answer {number of messages in the state, {id, score, entry in held or nil, body or dead body as stored or nil, …}}
  O(log n + m) for m messages of n.
]]
local rows, bytes = {}, 0
local members = redis.call('ZRANGE', KEYS[1], ARGV[1], ARGV[1] + ARGV[2] - 1, 'WITHSCORES')
for i = 1, #members, 2 do
  local stored = redis.call('HGET', KEYS[3], members[i])
  bytes = bytes + (stored and #stored or 0)
  if i > 1 and bytes > tonumber(ARGV[3]) then
    break
  end
  local n = #rows
  rows[n + 1] = members[i]
  rows[n + 2] = members[i + 1]
  rows[n + 3] = redis.call('HGET', KEYS[2], members[i])
  rows[n + 4] = stored
end
return {redis.call('ZCARD', KEYS[1]), rows}
