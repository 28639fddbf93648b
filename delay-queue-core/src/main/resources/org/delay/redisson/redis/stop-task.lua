--[[
  Asks the task of a topic to stop, if it is running.

  KEYS   1 tasks
  ARGV   1 topic
  Answer {now in µs, the task as stored; nothing if there is none}
  O(1).
]]
--- @include "clock"
--- @include "tasks"

local micros = clock()
local text = redis.call('HGET', KEYS[1], ARGV[1])
local entry = readTask(text)
if not entry then
  return {micros}
end
if isAlive(entry, roundedDown(micros)) and entry.stopping == 0 then
  text = task(entry.id, entry.state, 1, entry.began, entry.seen, entry.life, entry.progress, entry.request)
  redis.call('HSET', KEYS[1], ARGV[1], text)
end
return {micros, text}
