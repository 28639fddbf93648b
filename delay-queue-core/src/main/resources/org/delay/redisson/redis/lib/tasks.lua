-- What is stored of a task: its id, its state, 1 if it is to stop, when it began and reported last, and how long it lives without a
-- report, all in ms. Then a line with its progress, and one with its request, neither of which scripts read.
local function task(id, state, stopping, began, seen, life, progress, request)
  return string.format('%s %s %d %.0f %.0f %.0f\n%s\n%s', id, state, stopping, began, seen, life, progress, request)
end

local function readTask(text)
  local id, state, stopping, began, seen, life, progress, request =
    string.match(text or '', '^(%S+) (%u+) ([01]) (%d+) (%d+) (%d+)\n([^\n]*)\n(.*)$')
  return id and {
    id = id,
    state = state,
    stopping = tonumber(stopping),
    began = tonumber(began),
    seen = tonumber(seen),
    life = tonumber(life),
    progress = progress,
    request = request
  }
end

-- Not one that was seen in the future: the clock was set back since, and its instance may be dead.
local function isAlive(entry, now)
  return entry.state == 'RUNNING' and math.abs(now - entry.seen) <= entry.life
end
