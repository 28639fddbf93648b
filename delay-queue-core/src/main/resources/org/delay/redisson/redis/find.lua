--[[
  One message in whatever state; a live one before a dead letter.

  KEYS   1 due, 2 leased, 3 held, 4 body, 5 dead, 6 grave
  ARGV   1 id
  Answer {state: DUE, LEASED or DEAD, score, entry in held or nil, body or grave as stored or nil}, or {} where there is none
  O(log n) for n messages.
]]
local id = ARGV[1]
for state, set in pairs({DUE = KEYS[1], LEASED = KEYS[2]}) do
  local score = redis.call('ZSCORE', set, id)
  if score then
    return {state, score, redis.call('HGET', KEYS[3], id), redis.call('HGET', KEYS[4], id)}
  end
end
local died = redis.call('ZSCORE', KEYS[5], id)
return died and {'DEAD', died, false, redis.call('HGET', KEYS[6], id)} or {}
