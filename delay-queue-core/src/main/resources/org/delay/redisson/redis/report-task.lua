--[[
  Stores how far a task is.

  KEYS   1 tasks
  ARGV   1 topic, 2 id, 3 state, 4 progress
  Answer {now in µs, the task as stored; nothing if it does not run any more}
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
if not isAlive(entry, now) then
  -- The answer to its last report may have been lost.
  return entry.state == ARGV[3] and entry.state ~= 'RUNNING' and {micros, text} or {micros}
end
text = task(entry.id, ARGV[3], entry.stopping, entry.began, now, entry.life, ARGV[4], entry.request)
redis.call('HSET', KEYS[1], ARGV[1], text)
return {micros, text}
