--[[
  Makes a dead letter due now. Its attempts count from 1 again. With revisions, only a dead letter of the first one, which gets the
  second one; if that or a higher one was relayed by now, to this or another shard, the dead letter is only deleted.

  KEYS   1 wake, 2 due, 3 leased, 4 held, 5 body, 6 dead, 7 dead-body, 8 meta
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 epoch of the shard map that the caller knows, 3 topic, 4 channels, 5 shard, 6 id, 7 and 8 revisions, or nothing
  Answer {outcome, now in µs}: SCHEDULED, EXISTS (a live message has this id, and the dead letter stays; or it is deleted, see
         above), NOT_FOUND; LATE, or STALE_EPOCH (the shard map has changed): nothing is done
  O(log n) for n messages.
]]
--- @include "clock"
--- @include "late"
--- @include "score"
--- @include "held"
--- @include "dead-body"
--- @include "revision"
--- @include "types"
--- @include "wake"
--- @include "epoch"
--- @include "write"

local topic, id, old, new = ARGV[3], ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8])
local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
if isStale(KEYS[8], ARGV[2]) then
  return {'STALE_EPOCH', micros}
end
beginWriting(KEYS[2])
local now = roundedUp(micros)
local head = headOf(KEYS[1])
expectHash(KEYS[4])
expectHash(KEYS[5])
local deadBody = redis.call('HGET', KEYS[7], id)
local isOther = old and revisionOfDead(deadBody) ~= old
local isLive = redis.call('ZSCORE', KEYS[2], id) or redis.call('ZSCORE', KEYS[3], id)
local live = isLive and revisionOf(redis.call('HGET', KEYS[5], id)) or 0
if old and not isOther and math.max(live, relayedBeside(deadBody)) >= new then
  redis.call('ZREM', KEYS[6], id)
  redis.call('HDEL', KEYS[7], id)
  return {'EXISTS', micros}
end
if isLive then
  return {'EXISTS', micros}
end
if isOther or not redis.call('ZSCORE', KEYS[6], id) or not deadBody then
  return {'NOT_FOUND', micros}
end
local entry, body = readDead(deadBody)
if new then
  body = atRevision(body, ARGV[8])
end

redis.call('ZADD', KEYS[2], scoreOf(now, entry.priority), id)
redis.call('HSET', KEYS[5], id, body)
if entry.uncertain == 1 then
  redis.call('HSET', KEYS[4], id, held(UNHELD, entry.priority, now, 0, 0, 1))
end
wakeBy(KEYS[1], topic, now)
redis.call('ZREM', KEYS[6], id)
redis.call('HDEL', KEYS[7], id)
if entry.uncertain == 0 then
  redis.call('HDEL', KEYS[4], id)
end
signal(ARGV[4], ARGV[5], topic, now, head, micros)
return {'SCHEDULED', micros}
