--[[
  Claims due messages of one topic under a lease: expired leases first, then by priority and due time. A repetition with the
  same number gets the same batch again, without messages that are no longer leased. A paused topic gives no new messages.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 body, 6 claim, 7 paused, 8 meta
  ARGV   1 topic
         2 number of the claim
         3 token: new for each number
         4 lease, ms
         5 the most messages
         6 the most bytes of bodies; one message is answered whatever its size
         7 newest storage format that the caller reads
  Answer {status, now in µs, next in ms or nil, {topics due},
           {id, body as stored or nil, priority, first due ms, failures, leaseExpirations, …}}
         status: CLAIMED. Nothing is claimed for PAUSED, STALE (the claimer has made a later claim) and NEWER_FORMAT (the
                 caller can't read this shard)
  O(m log n) for m messages of n.
]]
--- @include "clock"
--- @include "score"
--- @include "held"
--- @include "shard-state"
--- @include "types"
--- @include "format"
--- @include "write"

local RECORD_LIFE_MS = 600000
-- Due topics in the answer: the next claim needs one of them.
local DUE_LIMIT = 10
-- From this many lease expirations on, a message is claimed alone: if it kills its receiver, no other message is affected.
local POISON_EXPIRATIONS = 2
-- Bodies are read in slices, so that few large ones are read and then not claimed.
local SLICE = 32

local topic, number, token = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local limit, maxBytes = tonumber(ARGV[5]), tonumber(ARGV[6])
beginWriting(KEYS[2])
local micros = clock()
local now = roundedDown(micros)

local function answer(status, messages)
  local at, later, due = shardState(KEYS[1], micros, DUE_LIMIT)
  return {status, at, later, due, messages}
end

local WIDTH = 6

-- Sets the message at an index from 0. Tables are filled by counts: Lua's length operator searches for the end each time.
local function put(messages, at, id, body, priority, firstDue, failures, leaseExpirations)
  local n = at * WIDTH
  messages[n + 1] = id
  messages[n + 2] = body
  messages[n + 3] = priority
  messages[n + 4] = firstDue
  messages[n + 5] = failures
  messages[n + 6] = leaseExpirations
end

if storageFormatOf(KEYS[8]) > tonumber(ARGV[7]) then
  return {'NEWER_FORMAT', micros, false, {}, {}}
end

local lastNumber, lastToken, lastEnd = string.match(redis.call('GET', KEYS[6]) or '', '^(%d+) (%S+) (%d+)')
if lastNumber and tonumber(lastNumber) > number then
  return answer('STALE', {})
end
if lastNumber and tonumber(lastNumber) == number then
  local messages, count = {}, 0
  local ids = tonumber(lastEnd) > now and redis.call('ZRANGEBYSCORE', KEYS[3], lastEnd, lastEnd) or {}
  for _, id in ipairs(ids) do
    local entry = readHeld(redis.call('HGET', KEYS[4], id))
    if entry and entry.token == lastToken and lastToken == token then
      put(messages, count, id, redis.call('HGET', KEYS[5], id), entry.priority, entry.firstDue, entry.failures,
        entry.leaseExpirations)
      count = count + 1
    end
  end
  return answer('CLAIMED', messages)
end

local function remember(leaseEnd)
  redis.call('SET', KEYS[6], string.format('%.0f %s %.0f', number, token, leaseEnd), 'PX', RECORD_LIFE_MS)
end

if redis.call('SISMEMBER', KEYS[7], topic) == 1 then
  expectSortedSet(KEYS[1])
  remember(0)
  redis.call('ZREM', KEYS[1], topic)
  return answer('PAUSED', {})
end

-- Candidates, in claim order.
local ids = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now, 'LIMIT', 0, limit)
local scores, candidates = {}, #ids
local from = 0
while candidates < limit and from < 10 * BAND do
  local head = redis.call('ZRANGEBYSCORE', KEYS[2], from, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  if not head[2] then
    break
  end
  local band = bandOf(tonumber(head[2]))
  local due = redis.call('ZRANGEBYSCORE', KEYS[2], band * BAND, band * BAND + now, 'WITHSCORES',
    'LIMIT', 0, limit - candidates)
  for i = 1, #due, 2 do
    candidates = candidates + 1
    ids[candidates] = due[i]
    scores[candidates] = tonumber(due[i + 1])
  end
  from = (band + 1) * BAND
end

-- The batch: as many candidates as fit.
local entries = candidates > 0 and redis.call('HMGET', KEYS[4], unpack(ids)) or {}
local messages, leases, holds, taken = {}, {}, {}, {}
local claimed, fresh = 0, 0
local skipped = {}
local leaseEnd = roundedUp(micros) + tonumber(ARGV[4])
-- As text: Redis converts a Lua number to text again for each message.
local leaseEndText = string.format('%.0f', leaseEnd)
local bytes, bodies = 0, nil
-- Many messages are often due at the same time: neighbours share one formatted entry.
local lastScore, lastHold
for i, id in ipairs(ids) do
  local offset = (i - 1) % SLICE
  if offset == 0 then
    bodies = redis.call('HMGET', KEYS[5], unpack(ids, i, math.min(i + SLICE - 1, candidates)))
  end
  local body = bodies[offset + 1]
  local entry = readHeld(entries[i])
  local score = scores[i]
  local priority, firstDue, failures, leaseExpirations, uncertain
  if entry then
    priority, firstDue, failures, leaseExpirations, uncertain =
      entry.priority, entry.firstDue, entry.failures, entry.leaseExpirations, entry.uncertain
  else
    priority, firstDue, failures, leaseExpirations, uncertain = 4, score and dueOf(score) or now, 0, 0, 0
  end
  if score then
    priority = 9 - bandOf(score)
  else
    leaseExpirations, uncertain = leaseExpirations + 1, 1
  end
  local size = body and #body or 0
  if claimed > 0 and (leaseExpirations >= POISON_EXPIRATIONS or bytes + size > maxBytes) then
    break
  end
  bytes = bytes + size
  put(messages, claimed, id, body, priority, firstDue, failures, leaseExpirations)
  local hold
  if not score or entry then
    hold = held(token, priority, firstDue, failures, leaseExpirations, uncertain)
  elseif score == lastScore then
    hold = lastHold
  else
    hold = heldFirst(token, priority, firstDue)
    lastScore, lastHold = score, hold
  end
  local n = claimed * 2
  leases[n + 1], leases[n + 2] = leaseEndText, id
  holds[n + 1], holds[n + 2] = id, hold
  claimed = claimed + 1
  if score then
    fresh = fresh + 1
    taken[fresh] = id
    local band = 9 - priority
    skipped[band] = (skipped[band] or 0) + 1
  end
  if leaseExpirations >= POISON_EXPIRATIONS then
    break
  end
end

-- The topic's next wake time: the next due message or lease end. If more is due, it is now, so the topic queues up again.
local wakeAt = earliestDue(KEYS[2], skipped)
local others = claimed - fresh
wakeAt = earlier(wakeAt, tonumber(redis.call('ZRANGE', KEYS[3], others, others, 'WITHSCORES')[2]))
wakeAt = earlier(wakeAt, claimed > 0 and leaseEnd or nil)
expectSortedSet(KEYS[1])

remember(leaseEnd)
if claimed > 0 then
  redis.call('ZADD', KEYS[3], unpack(leases))
  redis.call('HSET', KEYS[4], unpack(holds))
end
if wakeAt then
  redis.call('ZADD', KEYS[1], math.max(wakeAt, now), topic)
end
if fresh > 0 then
  redis.call('ZREM', KEYS[2], unpack(taken))
end
if not wakeAt then
  redis.call('ZREM', KEYS[1], topic)
end
return answer('CLAIMED', messages)
