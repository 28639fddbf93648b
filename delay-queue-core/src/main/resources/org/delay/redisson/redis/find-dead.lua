--[[
  A page of dead letters that match, the oldest first.

  KEYS   1 dead, 2 dead-body
  ARGV   1 latest time of death in ms, or '' for an age; 2 that age in ms
         3 time of death and 4 id of the last dead letter that was examined, '' at first
         5 the most matches, 6 the most bytes to examine; one dead letter is examined whatever its size
         7 text that the error must contain, or ''; 8 '=' and the first line that it must have, or ''
         9 another latest time of death in ms, or ''
  Answer {latest time of death, time of death and id of the last one examined, or '' if there are no more,
         {id, time of death, …}}
  O(log n + m) for m of n dead letters.
]]
--- @include "clock"
--- @include "dead-error"

local MOST_EXAMINED = 200

local function matches(deadBody)
  if ARGV[7] == '' and ARGV[8] == '' then
    return true
  end
  local text = errorOf(deadBody)
  return string.find(text, ARGV[7], 1, true) and (ARGV[8] == '' or '=' .. firstLineOf(text) == ARGV[8])
end

-- Behind the last one examined. If that is gone or has died again, the others of its time are examined again.
local function startAfter(death, id)
  if id == '' then
    return 0
  end
  local rank = redis.call('ZSCORE', KEYS[1], id) == death and redis.call('ZRANK', KEYS[1], id)
  return rank and rank + 1 or redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. death)
end

local latest = ARGV[1] ~= '' and tonumber(ARGV[1]) or roundedDown(clock()) - tonumber(ARGV[2])
latest = math.min(latest, tonumber(ARGV[9]) or latest)
local start = startAfter(ARGV[3], ARGV[4])
local members = redis.call('ZRANGE', KEYS[1], start, start + MOST_EXAMINED - 1, 'WITHSCORES')
local found, bytes = {}, 0
local lastDeath, lastId = '', ''
local ended = #members < 2 * MOST_EXAMINED
for i = 1, #members, 2 do
  if tonumber(members[i + 1]) > latest then
    ended = true
    break
  end
  local stored = redis.call('HGET', KEYS[2], members[i]) or ''
  bytes = bytes + #stored
  if i > 1 and bytes > tonumber(ARGV[6]) or #found >= 2 * tonumber(ARGV[5]) then
    ended = false
    break
  end
  if matches(stored) then
    found[#found + 1] = members[i]
    found[#found + 1] = members[i + 1]
  end
  lastDeath, lastId = members[i + 1], members[i]
end
if ended then
  lastDeath, lastId = '', ''
end
return {string.format('%.0f', latest), lastDeath, lastId, found}
