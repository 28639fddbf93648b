-- Whether the caller has given up: the call was held back on its way, and must not be obeyed any more. `deadline` is a time
-- of this clock, in µs.
local function isLate(micros, deadline)
  return micros > tonumber(deadline)
end
