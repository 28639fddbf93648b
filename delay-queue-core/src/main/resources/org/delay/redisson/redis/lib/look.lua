-- A shard as it stands: the time, when the next topic is due that is not yet (or false), and some topics that are.
local LOOK_LIMIT = 10

local function lookAt(wake, micros)
  local now = roundedDown(micros)
  local due = redis.call('ZRANGEBYSCORE', wake, '-inf', now, 'LIMIT', 0, LOOK_LIMIT)
  local later = redis.call('ZRANGEBYSCORE', wake, '(' .. string.format('%.0f', now), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  return micros, later[2] and tonumber(later[2]) or false, due
end
