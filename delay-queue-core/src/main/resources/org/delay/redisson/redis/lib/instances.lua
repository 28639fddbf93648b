-- The instances of a service: when each ends to count as alive (alive), what else is known of it (details, as "first heartbeat,
-- shortest life, format, application"), and when it came or went last (changes, which are kept for a while).

-- A heartbeat counts longer where there are many instances, and at most so many times as long as its instance asks for.
local MOST_STRETCH = 100
local KEPT_CHANGES_MICROS = 900000000
-- Removals of one kind in one call: more would take long.
local MOST_REMOVALS = 100

-- What the heartbeats say that were written before the clock was set back. A live instance soon sends another one.
local function fromTheFuture(alive, details, now)
  local found = {}
  local late = redis.call('ZRANGEBYSCORE', alive, now + 300000, '+inf', 'WITHSCORES', 'LIMIT', 0, MOST_REMOVALS)
  for i = 1, #late, 2 do
    local text = redis.call('HGET', details, late[i])
    local life = text and tonumber(string.match(text, '^%d+ (%d+) ')) or 0
    if tonumber(late[i + 1]) > now + life * MOST_STRETCH then
      found[#found + 1] = late[i]
    end
  end
  return found
end

-- Changes that no caller asks for any more.
local function oldChanges(changes, micros)
  return redis.call('ZRANGEBYSCORE', changes, '-inf', string.format('%.0f', micros - KEPT_CHANGES_MICROS),
    'LIMIT', 0, MOST_REMOVALS)
end

-- Instances whose details or whose life were lost.
local function incomplete(alive, details)
  local found = {}
  if redis.call('ZCARD', alive) ~= redis.call('HLEN', details) then
    local known = redis.call('HGETALL', details)
    for i = 1, #known, 2 do
      if #found < MOST_REMOVALS and not redis.call('ZSCORE', alive, known[i]) then
        found[#found + 1] = known[i]
      end
    end
    for _, id in ipairs(redis.call('ZRANGE', alive, 0, -1)) do
      if #found < MOST_REMOVALS and not redis.call('HGET', details, id) then
        found[#found + 1] = id
      end
    end
  end
  return found
end

local function logChange(changes, micros, id)
  redis.call('ZADD', changes, micros, id)
end
