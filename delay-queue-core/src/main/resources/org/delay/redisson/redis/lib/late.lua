-- Whether the caller has given up. A call that was delayed on its way must do nothing then. `deadline` is a time of this
-- clock, in µs.
local function isLate(micros, deadline)
  return micros > tonumber(deadline)
end
