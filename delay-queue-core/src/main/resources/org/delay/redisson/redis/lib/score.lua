-- A score in `due` is the due time in milliseconds, plus a band of 10^13 for each step of priority below 9.
local BAND = 10000000000000

local function scoreOf(due, priority)
  return due + (9 - priority) * BAND
end

local function dueOf(score)
  return score % BAND
end

local function bandOf(score)
  return math.floor(score / BAND)
end

-- The earlier of two times. Either may be nil.
local function earlier(one, other)
  return one and other and math.min(one, other) or one or other
end

-- The earliest due time in a topic, or nil. Ignores the first `skipped[band]` members of each band.
-- O(b log n) for b priorities in use.
local function earliestDue(due, skipped)
  local earliest
  local from = 0
  while from < 10 * BAND do
    local head = redis.call('ZRANGEBYSCORE', due, from, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    if not head[2] then
      break
    end
    local band = bandOf(tonumber(head[2]))
    local skip = skipped and skipped[band] or 0
    if skip > 0 then
      head = redis.call('ZRANGEBYSCORE', due, band * BAND, '(' .. (band + 1) * BAND, 'WITHSCORES', 'LIMIT', skip, 1)
    end
    if head[2] then
      earliest = earlier(earliest, dueOf(tonumber(head[2])))
    end
    from = (band + 1) * BAND
  end
  return earliest
end
