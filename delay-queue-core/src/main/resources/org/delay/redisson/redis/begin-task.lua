--[[
  Records that a task begins, unless another one of the topic is running. Forgets those that ended long ago.

  KEYS   1 tasks
  ARGV   1 topic, 2 id, 3 how long it lives without a report, ms; 4 progress, 5 request, 6 how long ended tasks are remembered, ms
  Answer {now in µs, the task of the topic as stored: this one, or the one that runs}
  O(n) for n tasks.
]]
--- @include "clock"
--- @include "tasks"

local micros = clock()
local now = roundedDown(micros)
local all = redis.call('HGETALL', KEYS[1])
local old = {}
for i = 1, #all, 2 do
  local entry = readTask(all[i + 1])
  if all[i] == ARGV[1] then
    if entry and (isAlive(entry, now) or entry.id == ARGV[2]) then
      return {micros, all[i + 1]}
    end
  elseif not entry or not isAlive(entry, now) and math.abs(now - entry.seen) > tonumber(ARGV[6]) then
    old[#old + 1] = all[i]
  end
end

local text = task(ARGV[2], 'RUNNING', 0, now, now, ARGV[3], ARGV[4], ARGV[5])
redis.call('HSET', KEYS[1], ARGV[1], text)
redis.call('PEXPIRE', KEYS[1], 2 * ARGV[6])
if #old > 0 then
  redis.call('HDEL', KEYS[1], unpack(old))
end
return {micros, text}
