-- Redis's clock: microseconds since the epoch.
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end

-- Milliseconds for a claim: rounded down, so that no message is early.
local function roundedDown(micros)
  return math.floor(micros / 1000)
end

-- Milliseconds for a due time or the end of a lease: rounded up, for the same reason.
local function roundedUp(micros)
  return math.ceil(micros / 1000)
end
