-- The state of a shard: now, when the next topic becomes due (or false), and the topics that are due, up to a limit.
local function shardState(wake, micros, limit)
  local now = roundedDown(micros)
  local due, later = {}, false
  -- Reads one more than it returns: mostly that is the next.
  local first = redis.call('ZRANGE', wake, 0, limit, 'WITHSCORES')
  for i = 1, #first, 2 do
    local time = tonumber(first[i + 1])
    if time > now then
      later = time
      break
    end
    if #due < limit then
      due[#due + 1] = first[i]
    end
  end
  if not later and #first > 2 * limit then
    later = redis.call('ZRANGEBYSCORE', wake, '(' .. string.format('%.0f', now), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
  end
  return micros, later and tonumber(later) or false, due
end
