-- When a shard's first topic is to be looked at, or nil.
local function headOf(wake)
  return tonumber(redis.call('ZRANGE', wake, 0, 0, 'WITHSCORES')[2])
end

-- A topic has a message that is due at a time: it is looked at then, or earlier.
local function wakeBy(wake, topic, time)
  redis.call('ZADD', wake, 'LT', time, topic)
end

-- Tells the dispatching applications that the shard's head got earlier. A hint: that it can't be sent is no failure.
local function signal(channel, shard, topic, time, head, micros)
  if not head or time < head then
    redis.pcall('PUBLISH', channel, string.format('%s %.0f %.0f %s', shard, time, micros, topic))
  end
end

-- After messages are gone: a topic without any is not looked at.
local function forgetIfEmpty(wake, topic, messages)
  if messages == 0 then
    redis.call('ZREM', wake, topic)
  end
end
