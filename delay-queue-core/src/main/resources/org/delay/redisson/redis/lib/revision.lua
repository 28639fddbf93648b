-- The revision of the change that stored a message: the first field of its header. 0 if it has none.
local function revisionOf(stored)
  return tonumber(stored and string.match(stored, '^%d{"rev":(%d+)') or 0)
end

-- As `revisionOf`, of a dead letter, which has a line of its own before.
local function revisionOfDead(deadBody)
  return tonumber(deadBody and string.match(deadBody, '^[^\n]*\n%d{"rev":(%d+)') or 0)
end

-- A stored message without its revision.
local function contentOf(stored)
  local format, rest = string.match(stored, '^(%d){"rev":%d+(.*)$')
  if not format then
    return stored
  end
  return format .. (string.sub(rest, 1, 1) == ',' and '{' .. string.sub(rest, 2) or string.sub(rest, 2))
end

-- A stored message at another revision, a decimal number.
local function atRevision(stored, revision)
  local format, brace, rest = string.match(contentOf(stored), '^(%d)({?)(.*)$')
  if not format then
    return stored
  end
  return format .. '{"rev":' .. revision .. (brace == '{' and ',' or '}') .. rest
end
