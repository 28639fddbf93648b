-- The live instances, as {instance, ms left, age in ms, format, application, …}, and the ids of dead ones. A heartbeat from
-- the future was written before the clock was set back. It counts as dead: a live instance soon sends another one.
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
