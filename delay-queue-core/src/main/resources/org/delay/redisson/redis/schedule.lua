--[[
  Schedules messages of one topic, under ids that differ.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 body, 6 meta, 7 paused
  ARGV   1 epoch of the layout that the caller knows
         2 topic
         3 channel
         4 shard
         5 '1': only where the message is there already (it may live in an old home); else '0'
         then for each message:
           id
           '+' and a delay in ms, or a due time in ms
           priority
           REPLACE, KEEP or REJECT; or REPEAT: KEEP, and an earlier try may still arrive; or NEW: nobody can
             have used the id before, so it is sought among the due messages only
           body as stored
  Answer {'STALE_EPOCH'}   the layout has changed; nothing is done
         {'DONE', outcome, due ms, outcome, due ms, …}   outcome: SCHEDULED, REPLACED, REPLACED_IN_FLIGHT, KEPT,
                                  KEPT_IN_FLIGHT, DUPLICATE (not changed), ABSENT (where ARGV 5 is '1')
  O(m log n) for m messages into n.
]]
--- @include "clock"
--- @include "score"
--- @include "held"
--- @include "wake"
--- @include "epoch"
--- @include "write"

local topic, channel, shard = ARGV[2], ARGV[3], ARGV[4]
if isStale(KEYS[6], ARGV[1]) then
  return {'STALE_EPOCH'}
end

local micros = clock()
local now = roundedUp(micros)
local onlyPresent = ARGV[5] == '1'

local ids, used = {}, {}
for i = 6, #ARGV, 5 do
  local id = ARGV[i]
  ids[#ids + 1] = id
  if ARGV[i + 3] ~= 'NEW' then
    used[#used + 1] = id
  end
end
local lookAt = tonumber(redis.call('ZSCORE', KEYS[1], topic) or nil)
local dues = redis.call('ZMSCORE', KEYS[2], unpack(ids))
local leases, entries = {}, {}
if #used > 0 then
  local usedLeases = redis.call('ZMSCORE', KEYS[3], unpack(used))
  local usedEntries = redis.call('HMGET', KEYS[4], unpack(used))
  for i, id in ipairs(used) do
    leases[id] = usedLeases[i]
    entries[id] = usedEntries[i]
  end
end

local answer = {'DONE'}
local scores, bodies, marks = {}, {}, {}
local unleased, unheld = {}, {}
local earliest
-- Many of a call are often due at one time: it is read and written once for those that follow each other.
local lastWhen, lastPriority, lastDue, lastScore
for i, id in ipairs(ids) do
  local at = 6 + (i - 1) * 5
  local when, priority, policy = ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  if when ~= lastWhen or priority ~= lastPriority then
    lastWhen, lastPriority = when, priority
    lastDue = string.sub(when, 1, 1) == '+' and now + tonumber(when) or math.max(tonumber(when), now)
    lastScore = string.format('%.0f', scoreOf(lastDue, tonumber(priority)))
  end
  local due = lastDue
  local entry = readHeld(entries[id])
  local present = dues[i] or leases[id]
  local outcome
  if not present and onlyPresent then
    outcome = 'ABSENT'
  elseif present and (policy == 'REJECT' or policy == 'NEW') then
    outcome = 'DUPLICATE'
  elseif present and (policy == 'KEEP' or policy == 'REPEAT') then
    outcome = dues[i] and 'KEPT' or 'KEPT_IN_FLIGHT'
    due = dues[i] and dueOf(tonumber(dues[i])) or entry and entry.firstDue or now
    if policy == 'REPEAT' then
      entry = entry or {token = UNHELD, priority = priority, firstDue = due, failures = 0, expiries = 0}
      marks[#marks + 1] = id
      marks[#marks + 1] = held(entry.token, entry.priority, entry.firstDue, entry.failures, entry.expiries, 1)
    end
  else
    outcome = not present and 'SCHEDULED' or dues[i] and 'REPLACED' or 'REPLACED_IN_FLIGHT'
    scores[#scores + 1] = lastScore
    scores[#scores + 1] = id
    bodies[#bodies + 1] = id
    bodies[#bodies + 1] = ARGV[at + 4]
    if not dues[i] and leases[id] then
      unleased[#unleased + 1] = id
    end
    -- What may still arrive is remembered, so that a cancel does not promise too much.
    if policy == 'REPEAT' or present and (not dues[i] or entry and entry.uncertain == 1) then
      marks[#marks + 1] = id
      marks[#marks + 1] = held(UNHELD, priority, due, 0, 0, 1)
    elseif entries[id] then
      unheld[#unheld + 1] = id
    end
    earliest = earlier(earliest, due)
  end
  answer[#answer + 1] = outcome
  answer[#answer + 1] = due
end

-- A topic that is looked at early enough needs no more; one that is paused is not looked at.
local earlierLook = earliest and (not lookAt or earliest < lookAt)
  and redis.call('SISMEMBER', KEYS[7], topic) == 0
local head = earlierLook and headOf(KEYS[1])

if earliest then
  -- First the bodies: that the other key is a sorted set has been seen.
  redis.call('HSET', KEYS[5], unpack(bodies))
  redis.call('ZADD', KEYS[2], unpack(scores))
else
  beginWriting(KEYS[2])
end
if #marks > 0 then
  redis.call('HSET', KEYS[4], unpack(marks))
end
if earlierLook then
  wakeBy(KEYS[1], topic, earliest)
end
if #unleased > 0 then
  redis.call('ZREM', KEYS[3], unpack(unleased))
end
if #unheld > 0 then
  redis.call('HDEL', KEYS[4], unpack(unheld))
end
if earlierLook then
  signal(channel, shard, topic, earliest, head, micros)
end
return answer
