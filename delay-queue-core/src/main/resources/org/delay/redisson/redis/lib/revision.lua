-- The revision of the change that stored a message: the first field of its header. 0 if it has none.
local function revisionOf(stored)
  return tonumber(stored and string.match(stored, '^%d{"rev":(%d+)') or 0)
end

-- As `revisionOf`, of a dead letter, which has a line of its own before.
local function revisionOfDead(deadBody)
  return tonumber(deadBody and string.match(deadBody, '^[^\n]*\n%d{"rev":(%d+)') or 0)
end

-- The highest revision that was relayed while this dead letter was here, to this shard or another one; 0 if none was. It stands in
-- place of the token, which a dead letter does not have.
local function relayedBeside(deadBody)
  return tonumber(deadBody and string.match(deadBody, '^(%d+) %d %d+ %d+ %d+ [01] ') or 0)
end

-- A dead letter that notes a relay, or nil if it has no place for that.
local function withRelayed(deadBody, revision)
  local rest = string.match(deadBody, '^%S+( %d %d+ %d+ %d+ [01] .*)$')
  return rest and string.format('%.0f', math.max(revision, relayedBeside(deadBody))) .. rest
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
