-- An entry in `held`: token, or '-' without a lease, priority, first due time, failures, lease expirations, and '1' if an
-- earlier delivery may still arrive.
local UNHELD = '-'

local function held(token, priority, firstDue, failures, leaseExpirations, uncertain)
  return string.format('%s %d %.0f %d %d %d', token, priority, firstDue, failures, leaseExpirations, uncertain)
end

-- Like `held`, for the first claim of a message; cheaper than formatting six fields. Lua writes all digits of a time in ms.
local function heldFirst(token, priority, firstDue)
  return token .. ' ' .. priority .. ' ' .. firstDue .. ' 0 0 0'
end

local function readHeld(entry)
  if not entry then
    return nil
  end
  local token, priority, firstDue, failures, leaseExpirations, uncertain =
    string.match(entry, '^(%S+) (%d) (%d+) (%d+) (%d+) ([01])$')
  if not token then
    return nil
  end
  return {
    token = token,
    priority = tonumber(priority),
    firstDue = tonumber(firstDue),
    failures = tonumber(failures),
    leaseExpirations = tonumber(leaseExpirations),
    uncertain = tonumber(uncertain)
  }
end

-- Splits the ids in ARGV[first], ARGV[first + step], …: the entries whose token matches, and the ids of the others.
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
