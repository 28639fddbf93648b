--[[
  Dead letters by the first line of their error, the oldest first.

  KEYS   1 dead, 2 dead-body
  ARGV   1 how many dead letters to skip, 2 the most to examine, 0 to count only, 3 the most bytes to examine; one is examined whatever its size
  Answer {number of dead letters, how many were examined, {first line, how many, first and last time of death, …}}
  O(log n + m) for m of n dead letters.
]]
--- @include "dead-error"

local most = tonumber(ARGV[2])
local members = most > 0 and redis.call('ZRANGE', KEYS[1], ARGV[1], ARGV[1] + most - 1, 'WITHSCORES') or {}
local groups, answer, bytes, examined = {}, {}, 0, 0
for i = 1, #members, 2 do
  local stored = redis.call('HGET', KEYS[2], members[i]) or ''
  bytes = bytes + #stored
  if i > 1 and bytes > tonumber(ARGV[3]) then
    break
  end
  examined = examined + 1
  local line = firstLineOf(errorOf(stored))
  local at = groups[line]
  if not at then
    at = #answer
    groups[line] = at
    answer[at + 1], answer[at + 2], answer[at + 3] = line, 0, members[i + 1]
  end
  answer[at + 2] = answer[at + 2] + 1
  answer[at + 4] = members[i + 1]
end
return {redis.call('ZCARD', KEYS[1]), examined, answer}
