-- The wake time of a shard's first topic, or nil.
local function headOf(wake)
  return tonumber(redis.call('ZRANGE', wake, 0, 0, 'WITHSCORES')[2])
end

-- Wakes a topic at a time, or earlier.
local function wakeBy(wake, topic, time)
  redis.call('ZADD', wake, 'LT', time, topic)
end

-- Tells the dispatching applications that the shard's first wake time got earlier. A hint: a signal that can't be sent is no
-- failure. `channels` has three lines: SPUBLISH or PUBLISH, the shard's channel, and the one that all hear. That one is used
-- if nobody hears the shard's, which is also so if the server knows no SPUBLISH or the user may not call it.
local function signal(channels, shard, topic, time, head, micros)
  if head and time >= head then
    return
  end
  local command, own, common = string.match(channels, '^(%u+)\n(.*)\n(.*)$')
  local text = string.format('%s %.0f %.0f %s', shard, time, micros, topic)
  local heard = command == 'SPUBLISH' and redis.pcall('SPUBLISH', own, text) or redis.pcall('PUBLISH', own, text)
  if type(heard) ~= 'number' or heard == 0 then
    redis.pcall('PUBLISH', common, text)
  end
end

-- Removes the wake time of a topic without messages.
local function forgetIfEmpty(wake, topic, messages)
  if messages == 0 then
    redis.call('ZREM', wake, topic)
  end
end
