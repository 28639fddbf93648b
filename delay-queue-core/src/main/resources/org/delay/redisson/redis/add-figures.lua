--[[
  Adds to the figures of a minute, if it is the current one. Figures of topics with little activity are left out if there are too
  many topics.

  KEYS   1 minute
  ARGV   1 number of that minute since the epoch, 2 for how long it is stored, ms
         3 the most topics, 4 the most bytes of all of them
         then for each topic: its name, and its figures: delivered, failed, dead, and the numbers of each lateness
  Answer {now in µs, 1 if they were added}
  O(n) for n topics.
]]
--- @include "clock"

-- What a hash needs for an entry, besides its texts.
local ENTRY = 96

local stored = redis.call('HGETALL', KEYS[1])
local micros = clock()
if math.floor(micros / 60000000) ~= tonumber(ARGV[1]) then
  return {micros, 0}
end

local function numbers(text)
  local all = {}
  for number in string.gmatch(text, '%d+') do
    all[#all + 1] = tonumber(number)
  end
  return all
end

local function sum(one, other)
  local all = numbers(one)
  for i, number in ipairs(numbers(other)) do
    all[i] = string.format('%.0f', (all[i] or 0) + number)
  end
  return table.concat(all, ' ')
end

local function activity(text)
  local all = numbers(text)
  return (all[1] or 0) + (all[2] or 0) + (all[3] or 0)
end

local figures, isStored, names, bytes = {}, {}, {}, 0
for i = 1, #stored, 2 do
  figures[stored[i]] = stored[i + 1]
  isStored[stored[i]] = true
end
local changed = {}
for i = 5, #ARGV, 2 do
  local before = figures[ARGV[i]]
  figures[ARGV[i]] = before and sum(before, ARGV[i + 1]) or ARGV[i + 1]
  changed[ARGV[i]] = true
end
for name, text in pairs(figures) do
  names[#names + 1] = name
  bytes = bytes + #name + #text + ENTRY
end

local removed = {}
if #names > tonumber(ARGV[3]) or bytes > tonumber(ARGV[4]) then
  table.sort(names, function(one, other)
    return activity(figures[one]) > activity(figures[other])
  end)
  while #names > tonumber(ARGV[3]) or bytes > tonumber(ARGV[4]) do
    local name = table.remove(names)
    bytes = bytes - #name - #figures[name] - ENTRY
    changed[name] = nil
    if isStored[name] then
      removed[#removed + 1] = name
    end
  end
end

local written = {}
for name in pairs(changed) do
  written[#written + 1] = name
  written[#written + 1] = figures[name]
end
if #written > 0 then
  redis.call('HSET', KEYS[1], unpack(written))
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
if #removed > 0 then
  redis.call('HDEL', KEYS[1], unpack(removed))
end
return {micros, 1}
