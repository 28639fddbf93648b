--[[
  Gives revisions to messages of one topic that were stored without one, if they still wait as the caller knows them. Changes nothing
  else. Their ids differ.

  KEYS   1 due, 2 leased, 3 body, 4 meta
  ARGV   1 deadline: time of Redis's clock, µs, after which the caller no longer waits
         2 epoch of the shard map that the caller knows, 3 topic, then for each message: id, due time in ms, priority, and
           body as stored, with the revision
  Answer {'LATE', now in µs}, {'STALE_EPOCH', now}: too late, or the shard map has changed; nothing is done
         {'DONE', now, outcome, revision, outcome, revision, …, mark of the shard}   outcome: REPLACED (it has the revision),
                                  KEPT (it has the revision that is told), NOT_FOUND (it is not here, leased or another one)
  O(m log n) for m messages of n.
]]
--- @include "clock"
--- @include "late"
--- @include "score"
--- @include "epoch"
--- @include "mark"
--- @include "revision"
--- @include "write"

local micros = clock()
if isLate(micros, ARGV[1]) then
  return {'LATE', micros}
end
if isStale(KEYS[4], ARGV[2]) then
  return {'STALE_EPOCH', micros}
end

local ids, m = {}, 0
for i = 4, #ARGV, 4 do
  m = m + 1
  ids[m] = ARGV[i]
end
local dues = redis.call('ZMSCORE', KEYS[1], unpack(ids))
local leases = redis.call('ZMSCORE', KEYS[2], unpack(ids))
local stored = redis.call('HMGET', KEYS[3], unpack(ids))

local answer, bodies, count = {'DONE', micros}, {}, 0
for i, id in ipairs(ids) do
  local outcome, revision = 'NOT_FOUND', 0
  if dues[i] or leases[i] then
    local at = i * 4
    local body = ARGV[at + 3]
    revision = revisionOf(stored[i])
    if revision > 0 then
      outcome = 'KEPT'
    elseif dues[i] and tonumber(dues[i]) == scoreOf(tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]))
      and stored[i] == contentOf(body) then
      outcome, revision = 'REPLACED', revisionOf(body)
      bodies[count + 1], bodies[count + 2] = id, body
      count = count + 2
    end
  end
  answer[i * 2 + 1] = outcome
  answer[i * 2 + 2] = revision
end
answer[m * 2 + 3] = markOf(KEYS[4])

if count > 0 then
  redis.call('HSET', KEYS[3], unpack(bodies))
else
  beginWriting(KEYS[1])
end
return answer
