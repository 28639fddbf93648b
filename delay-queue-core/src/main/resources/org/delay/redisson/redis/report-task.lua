--[[
  Stores how far a task is. INTERRUPTED is stored once its instance has not reported for its life, by whoever sees that first.

  KEYS   1 tasks
  ARGV   1 topic, 2 id, 3 state, 4 progress
  Answer {now in µs, the task as stored; nothing if it does not run any more, or for INTERRUPTED if it runs or another was first}
  O(1).
]]
--- @include "clock"
--- @include "tasks"

local micros = clock()
local now = roundedDown(micros)
local text = redis.call('HGET', KEYS[1], ARGV[1])
local entry = readTask(text)
if not entry or entry.id ~= ARGV[2] then
  return {micros}
end
if ARGV[3] == 'INTERRUPTED' then
  if entry.state ~= 'RUNNING' or isAlive(entry, now) then
    return {micros}
  end
  -- Its progress and its last report stay those of its instance.
  text = task(entry.id, ARGV[3], entry.stopping, entry.began, entry.seen, entry.life, entry.progress, entry.request)
  redis.call('HSET', KEYS[1], ARGV[1], text)
  return {micros, text}
end
if not isAlive(entry, now) then
  -- The answer to its last report may have been lost.
  return entry.state == ARGV[3] and entry.state ~= 'RUNNING' and {micros, text} or {micros}
end
text = task(entry.id, ARGV[3], entry.stopping, entry.began, now, entry.life, ARGV[4], entry.request)
redis.call('HSET', KEYS[1], ARGV[1], text)
return {micros, text}
