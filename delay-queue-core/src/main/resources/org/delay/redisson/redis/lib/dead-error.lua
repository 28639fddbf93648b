-- The last error of what is stored of a dead letter. It is a JSON string; an error that is none is taken as it is.
local function errorOf(deadBody)
  local line = string.match(deadBody, '^[^\n]*')
  local json = string.match(line, '^%S+ %S+ %S+ %S+ %S+ %S+ (.*)$') or line
  local isJson, text = pcall(cjson.decode, json)
  return isJson and type(text) == 'string' and text or json
end

local function firstLineOf(text)
  return string.match(text, '^[^\n]*')
end
