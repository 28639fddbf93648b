-- The instances that are alive, as {instance, ms left, ms since it came, format, application, …}, and the ids of those that
-- are not. A heartbeat from the future was written before the clock was put back: who is alive gives another one soon.
local ALIVE_WIDTH = 5

local function alive(instances, now)
  local living, dead = {}, {}
  local entries = redis.call('HGETALL', instances)
  for i = 1, #entries, 2 do
    local beat, life, since, format, application = string.match(entries[i + 1], '^(%d+) (%d+) (%d+) (%d%d?%d?) (.*)$')
    local left = beat and tonumber(beat) <= now and beat + life - now or 0
    if left > 0 then
      local n = #living
      living[n + 1] = entries[i]
      living[n + 2] = left
      living[n + 3] = math.max(0, now - since)
      living[n + 4] = tonumber(format)
      living[n + 5] = application
    else
      dead[#dead + 1] = entries[i]
    end
  end
  return living, dead
end
