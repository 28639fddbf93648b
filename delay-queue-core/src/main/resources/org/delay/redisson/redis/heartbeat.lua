--[[
  Records that an instance is alive, removes instances that are not, and answers what changed since the answer that the caller
  knows: mostly nothing.

  KEYS   1 alive, 2 details, 3 changes
  ARGV   1 instance
         2 for how long it counts as alive, ms: longer if there are many instances
         3 newest message format that it reads
         4 application
         5 the clock in the answer that the caller knows, or 0
  Answer {now in µs, number of instances, ms that this heartbeat counts, 1 if all instances follow or 0 if changes do,
           {instance, end of its life in ms, …}, {instance, details, …}, {instances that are gone}}
  O(log n + m) for m changes or removals; O(n) for a caller that is new or was away for long.
]]
--- @include "clock"
--- @include "instances"
--- @include "types"
--- @include "write"

-- Beyond so many instances, the life of each heartbeat grows with their number. So all together make no more heartbeats.
local FEW = 24
-- All instances are the shorter answer then.
local MOST_CHANGES = 1000

local id, known = ARGV[1], tonumber(ARGV[5])
local micros = clock()
local now = roundedDown(micros)
local size = redis.call('ZCARD', KEYS[1])
local removed = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, MOST_REMOVALS)
local life = math.ceil(ARGV[2] * math.max(1, math.min(MOST_STRETCH, (size - #removed) / FEW)))

-- Whoever knows no answer of the kept changes, or one from before the clock was set back, needs to know all.
local whole = known > micros or known < micros - KEPT_CHANGES_MICROS
local changed, added = {}, 0
if not whole then
  changed = redis.call('ZRANGEBYSCORE', KEYS[3], string.format('%.0f', known), '+inf', 'LIMIT', 0, MOST_CHANGES + 1)
  whole = #changed > MOST_CHANGES
  if #changed + #removed == 0 then
    -- Mostly. A Redis that is out of memory refuses this, and an instance that was lost is added: both go on below.
    added = redis.pcall('ZADD', KEYS[1], now + life, id)
    if added == 0 then
      return {micros, size, life, 0, {}, {}, {}}
    end
    whole = true
  end
end

beginWriting(KEYS[1])
local before = redis.call('HGET', KEYS[2], id)
local isRemoved = {}
for _, each in ipairs(removed) do
  isRemoved[each] = true
end
local isNew = not before or isRemoved[id]
local since = not isNew and string.match(before, '^(%d+) ') or string.format('%.0f', now)
local mine = string.format('%s %s %s %s', since, ARGV[2], ARGV[3], ARGV[4])
local isChanged = mine ~= before or added == 1
whole = whole or isChanged
local old = {}
if whole then
  changed = {}
  for _, lost in ipairs({fromTheFuture(KEYS[1], KEYS[2], now), incomplete(KEYS[1], KEYS[2])}) do
    for _, each in ipairs(lost) do
      if not isRemoved[each] then
        isRemoved[each] = true
        removed[#removed + 1] = each
      end
    end
  end
end
if #removed > 0 or whole then
  old = oldChanges(KEYS[3], micros)
end

local alive, details, gone = {}, {}, {}
if #changed > 0 then
  local ends = redis.call('ZMSCORE', KEYS[1], unpack(changed))
  local texts = redis.call('HMGET', KEYS[2], unpack(changed))
  for i, each in ipairs(changed) do
    if ends[i] and texts[i] and not isRemoved[each] then
      local n = #alive
      alive[n + 1], alive[n + 2] = each, ends[i]
      details[n + 1], details[n + 2] = each, texts[i]
    elseif each ~= id then
      gone[#gone + 1] = each
    end
  end
end

if redis.call('ZADD', KEYS[1], now + life, id) == 1 then
  isChanged = true
  size = size + 1
end
if mine ~= before then
  redis.call('HSET', KEYS[2], id, mine)
end
if isChanged then
  logChange(KEYS[3], micros, id)
end
local others = {}
for _, each in ipairs(removed) do
  if each ~= id then
    others[#others + 1] = each
    logChange(KEYS[3], micros, each)
  end
end
if #others > 0 then
  redis.call('ZREM', KEYS[1], unpack(others))
  redis.call('HDEL', KEYS[2], unpack(others))
end
if #old > 0 then
  redis.call('ZREM', KEYS[3], unpack(old))
end
if whole then
  alive, details = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES'), redis.call('HGETALL', KEYS[2])
  size = #alive / 2
else
  for _, each in ipairs(others) do
    gone[#gone + 1] = each
  end
  size = size - #others
end
return {micros, size, life, whole and 1 or 0, alive, details, gone}
