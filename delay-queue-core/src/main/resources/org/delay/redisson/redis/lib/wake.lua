-- The wake time of a shard's first topic, or nil.
local function headOf(wake)
  return tonumber(redis.call('ZRANGE', wake, 0, 0, 'WITHSCORES')[2])
end

-- Wakes a topic at a time, or earlier.
local function wakeBy(wake, topic, time)
  redis.call('ZADD', wake, 'LT', time, topic)
end

-- Tells the dispatching applications that the shard's first wake time got earlier. A hint: a signal that can't be sent is no
-- failure.
local function signal(channel, shard, topic, time, head, micros)
  if not head or time < head then
    redis.pcall('PUBLISH', channel, string.format('%s %.0f %.0f %s', shard, time, micros, topic))
  end
end

-- Removes the wake time of a topic without messages.
local function forgetIfEmpty(wake, topic, messages)
  if messages == 0 then
    redis.call('ZREM', wake, topic)
  end
end
