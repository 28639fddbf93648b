-- An entry in `held`: token, priority, first due time, failures, expiries, uncertain; '-' where no lease is held.
local UNHELD = '-'

local function held(token, priority, firstDue, failures, expiries, uncertain)
  return string.format('%s %d %.0f %d %d %d', token, priority, firstDue, failures, expiries, uncertain)
end

-- As `held` for a message that nothing has happened to yet; cheaper than a format with six fields. A time in milliseconds
-- has no more digits than Lua writes.
local function heldFirst(token, priority, firstDue)
  return token .. ' ' .. priority .. ' ' .. firstDue .. ' 0 0 0'
end

local function readHeld(entry)
  if not entry then
    return nil
  end
  local token, priority, firstDue, failures, expiries, uncertain =
    string.match(entry, '^(%S+) (%d) (%d+) (%d+) (%d+) ([01])$')
  if not token then
    return nil
  end
  return {
    token = token,
    priority = tonumber(priority),
    firstDue = tonumber(firstDue),
    failures = tonumber(failures),
    expiries = tonumber(expiries),
    uncertain = tonumber(uncertain)
  }
end

-- Of the ids from ARGV[first] on, every `step`: their entries where the token matches, and the ids where it does not.
local function leasedUnder(heldKey, token, first, step)
  local ids = {}
  for i = first, #ARGV, step do
    ids[#ids + 1] = ARGV[i]
  end
  local mine, lost = {}, {}
  local entries = #ids > 0 and redis.call('HMGET', heldKey, unpack(ids)) or {}
  for i, id in ipairs(ids) do
    local entry = readHeld(entries[i])
    if entry and entry.token == token then
      entry.id = id
      entry.at = first + (i - 1) * step
      mine[#mine + 1] = entry
    else
      lost[#lost + 1] = id
    end
  end
  return mine, lost
end
