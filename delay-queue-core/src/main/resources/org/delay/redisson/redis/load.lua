--[[
  How many waiting messages of a topic fall due when, in this shard.

  KEYS   1 due
  ARGV   1 time in ms: what is due then is overdue
         2 beginning of the first bucket in ms, 3 length of a bucket in ms, 4 number of buckets
         5 index of the first bucket to count, 6 how many. A topic with few messages is counted whole
  Answer {now in µs, index of the first bucket that is not counted, overdue, later, {index, messages, …}}; overdue and later are
         counted together with bucket 0
  O(m b log n) for m buckets and b priorities in use among n messages.
]]
--- @include "clock"
--- @include "score"

-- Reading so few messages is cheaper than counting them.
local FEW = 100

local now, from, length, number = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local first = tonumber(ARGV[5])
local last = math.min(number, first + ARGV[6]) - 1
local counts, overdue, later = {}, 0, 0

local function add(index, messages)
  counts[index] = (counts[index] or 0) + messages
end

local function readAll()
  local members = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
  for i = 2, #members, 2 do
    local due = dueOf(tonumber(members[i]))
    if due <= now then
      overdue = overdue + 1
    elseif due >= from + number * length then
      later = later + 1
    else
      add(math.floor((due - from) / length), 1)
    end
  end
end

-- Messages of a priority that fall due at a time or later, and all of lower priorities. The difference of two such numbers takes
-- half as long as counting between two times, which looks for both in the sorted set, and for their ranks.
local function countFrom(band, time)
  return redis.call('ZCOUNT', KEYS[1], band * BAND + time, '+inf')
end

local function countBand(band)
  local before = countFrom(band, math.max(now + 1, from + first * length))
  local rest = countFrom(band, from + (last + 1) * length)
  if first == 0 then
    overdue = overdue + countFrom(band, 0) - before
    later = later + countFrom(band, from + number * length) - countFrom(band + 1, 0)
  end
  -- Most of the buckets of a rare priority are empty.
  local index = first
  while before > rest do
    local after = index == last and rest or countFrom(band, from + (index + 1) * length)
    if before > after then
      add(index, before - after)
    end
    before = after
    index = index + 1
  end
end

if redis.call('ZCARD', KEYS[1]) <= FEW then
  if first == 0 then
    readAll()
  end
  last = number - 1
else
  local score = 0
  while score < 10 * BAND do
    local head = redis.call('ZRANGEBYSCORE', KEYS[1], score, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    if not head[2] then
      break
    end
    local band = bandOf(tonumber(head[2]))
    countBand(band)
    score = (band + 1) * BAND
  end
end

local answer = {}
for index, messages in pairs(counts) do
  answer[#answer + 1] = index
  answer[#answer + 1] = messages
end
return {clock(), last + 1, overdue, later, answer}
