--[[
  Schedules messages of one topic. Their ids differ.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 body, 6 meta, 7 paused, 8 dead-body
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 epoch of the shard map that the caller knows
         3 topic
         4 channels, as `signal` takes them
         5 shard
         6 '1': only if the message exists here (an id may live in an older home), else '0'
         then for each message:
           id
           '+' and a delay in ms, or a due time in ms
           priority
           REPLACE, KEEP or REJECT; or REPEAT: KEEP, while an earlier try may still arrive; or for all messages of the call
             NEWER: REPLACE, unless the message, or a dead letter, is here under the same or a higher revision. A dead letter
                    of a lower one stays, and notes the revision, wherever the message is stored
           body as stored
  Answer {'LATE', now in µs}, {'STALE_EPOCH', now}: too late, or the shard map has changed; nothing is done
         {'DONE', now, outcome, due ms, outcome, due ms, …}   outcome: SCHEDULED, REPLACED, REPLACED_IN_FLIGHT, KEPT,
                                  KEPT_IN_FLIGHT, DUPLICATE (not changed), ABSENT (if ARGV 6 is '1');
                                  IN_FLIGHT: a delivery is under way, or an earlier one may still arrive.
                                  For NEWER also KEPT_DEAD; KEPT and KEPT_DEAD are followed by the revision that is here,
                                  not by a due time; and behind all is the mark of the shard
  O(m log n) for m messages into n.
]]
--- @include "clock"
--- @include "late"
--- @include "score"
--- @include "held"
--- @include "wake"
--- @include "epoch"
--- @include "mark"
--- @include "revision"
--- @include "write"

-- What is relayed later than this, in ms, keeps its due time, from which its time to live counts. Outside of transactions, a send does not
-- take longer.
local LATE = 5000

local topic, channels, shard = ARGV[3], ARGV[4], ARGV[5]
local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
if isStale(KEYS[6], ARGV[2]) then
  return {'STALE_EPOCH', micros}
end
local now = roundedUp(micros)
local onlyPresent = ARGV[6] == '1'

-- Tables are filled by counts: Lua's length operator searches for the end of a table each time.
local ids, m = {}, 0
for i = 7, #ARGV, 5 do
  m = m + 1
  ids[m] = ARGV[i]
end
local wakeAt = tonumber(redis.call('ZSCORE', KEYS[1], topic) or nil)
local dues = redis.call('ZMSCORE', KEYS[2], unpack(ids))
local leases = redis.call('ZMSCORE', KEYS[3], unpack(ids))
local entries = redis.call('HMGET', KEYS[4], unpack(ids))

-- Only relays have revisions, and only they read what is stored.
local isRelay = ARGV[10] == 'NEWER'
local stored = isRelay and redis.call('HMGET', KEYS[5], unpack(ids)) or {}
local dead = isRelay and redis.call('HMGET', KEYS[8], unpack(ids)) or {}

local holds, unleased, unheld, passed = {}, {}, {}, {}

-- Sets an entry in `held`. With its last field it remembers that a delivery may still arrive, so that a cancel does not
-- promise too much.
local function hold(id, entry)
  holds[#holds + 1] = id
  holds[#holds + 1] = entry
end

-- The answer to a relay that changes nothing, or nil.
local function overtaken(i, present, revision)
  local live = present and revisionOf(stored[i]) or 0
  local buried = revisionOfDead(dead[i])
  if math.max(live, buried) >= revision then
    return live >= revision and 'KEPT' or 'KEPT_DEAD', math.max(live, buried)
  end
end

-- Decides about a message whose id may exist: the outcome, its due time, and whether to store it.
local function decide(i, policy, priority, due, firstDue, body)
  local id, isDue, entry = ids[i], dues[i], readHeld(entries[i])
  local present = isDue or leases[i]
  local inFlight = not isDue or entry and entry.uncertain == 1
  if isRelay then
    local outcome, revision = overtaken(i, present, revisionOf(body))
    if outcome then
      return outcome, revision, false
    end
    local noted = dead[i] and withRelayed(dead[i], revisionOf(body))
    if noted then
      passed[#passed + 1] = id
      passed[#passed + 1] = noted
    end
  end
  if not present and onlyPresent then
    return 'ABSENT', due, false
  end
  if present and policy == 'REJECT' then
    return 'DUPLICATE', due, false
  end
  if present and (policy == 'KEEP' or policy == 'REPEAT') then
    local kept = isDue and dueOf(tonumber(isDue)) or entry and entry.firstDue or now
    if policy == 'REPEAT' and entry then
      hold(id, held(entry.token, entry.priority, entry.firstDue, entry.failures, entry.leaseExpirations, 1))
    elseif policy == 'REPEAT' then
      hold(id, held(UNHELD, isDue and 9 - bandOf(tonumber(isDue)) or priority, kept, 0, 0, 1))
    end
    return inFlight and 'KEPT_IN_FLIGHT' or 'KEPT', kept, false
  end
  if present and not isDue then
    unleased[#unleased + 1] = id
  end
  if isRelay and present and entry and stored[i] and contentOf(stored[i]) == contentOf(body) then
    -- A reschedule: what was counted stays.
    hold(id, held(UNHELD, priority, firstDue, entry.failures, entry.leaseExpirations, inFlight and 1 or 0))
  elseif policy == 'REPEAT' or present and inFlight then
    hold(id, held(UNHELD, priority, firstDue, 0, 0, 1))
  elseif isRelay and firstDue < due then
    hold(id, held(UNHELD, priority, firstDue, 0, 0, 0))
  elseif entries[i] then
    unheld[#unheld + 1] = id
  end
  return not present and 'SCHEDULED' or inFlight and 'REPLACED_IN_FLIGHT' or 'REPLACED', due, true
end

local answer, scores, bodies, stores = {'DONE', micros}, {}, {}, 0
local earliest
-- Many messages of a call are often due at the same time: neighbours share one parsed and formatted time.
local lastWhen, lastPriority, lastDue, lastScore
for i, id in ipairs(ids) do
  local at = 2 + i * 5
  local when, priority, policy = ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  if when ~= lastWhen or priority ~= lastPriority then
    lastWhen, lastPriority = when, priority
    lastDue = string.sub(when, 1, 1) == '+' and now + tonumber(when) or math.max(tonumber(when), now)
    lastScore = string.format('%.0f', scoreOf(lastDue, tonumber(priority)))
  end
  local firstDue = isRelay and now - tonumber(when) > LATE and tonumber(when) or lastDue
  local outcome, due, isStored = decide(i, policy, priority, lastDue, firstDue, ARGV[at + 4])
  if isStored then
    scores[stores + 1], scores[stores + 2] = lastScore, id
    bodies[stores + 1], bodies[stores + 2] = id, ARGV[at + 4]
    stores = stores + 2
    if not earliest or due < earliest then
      earliest = due
    end
  end
  answer[i * 2 + 1] = outcome
  answer[i * 2 + 2] = due
end
if isRelay then
  answer[#ids * 2 + 3] = markOf(KEYS[6])
end

-- A topic that wakes early enough needs no change; a paused topic has no wake time.
local wakesEarlier = earliest and (not wakeAt or earliest < wakeAt)
  and redis.call('SISMEMBER', KEYS[7], topic) == 0
local head = wakesEarlier and headOf(KEYS[1])

if earliest then
  -- Bodies first: HSET checks the type of its key, and `due` is known to be a sorted set.
  redis.call('HSET', KEYS[5], unpack(bodies))
  redis.call('ZADD', KEYS[2], unpack(scores))
else
  beginWriting(KEYS[2])
end
if #passed > 0 then
  redis.call('HSET', KEYS[8], unpack(passed))
end
if #holds > 0 then
  redis.call('HSET', KEYS[4], unpack(holds))
end
if wakesEarlier then
  wakeBy(KEYS[1], topic, earliest)
end
if #unleased > 0 then
  redis.call('ZREM', KEYS[3], unpack(unleased))
end
if #unheld > 0 then
  redis.call('HDEL', KEYS[4], unpack(unheld))
end
if wakesEarlier then
  signal(channels, shard, topic, earliest, head, micros)
end
return answer
