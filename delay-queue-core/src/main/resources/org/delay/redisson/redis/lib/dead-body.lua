-- Reads what is stored of a dead letter: its entry as in `held`, and its body. Needs `held`.
local function readDead(deadBody)
  local line, body = string.match(deadBody, '^([^\n]*)\n(.*)$')
  local entry = readHeld(string.match(line or '', '^%S+ %S+ %S+ %S+ %S+ %S+')) or {priority = 4, uncertain = 0}
  return entry, body or deadBody
end
