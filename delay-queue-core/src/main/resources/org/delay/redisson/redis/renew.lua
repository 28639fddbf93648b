--[[
  Lets leases last for a time from now.

  KEYS   1 leased, 2 held
  ARGV   1 token, 2 lease in ms, then ids
  Answer {ids that were not leased under the token, for which nothing was done}
  O(m log n) for m messages of n.
]]
--- @include "clock"
--- @include "held"

local leaseEnd = roundedUp(clock()) + tonumber(ARGV[2])
redis.call('ZCARD', KEYS[1])
local mine, lost = leasedUnder(KEYS[2], ARGV[1], 3, 1)
if #mine > 0 then
  local leases = {}
  for _, entry in ipairs(mine) do
    leases[#leases + 1] = leaseEnd
    leases[#leases + 1] = entry.id
  end
  redis.call('ZADD', KEYS[1], 'XX', unpack(leases))
end
return lost
