--[[
  Renews leases: they end after the given time from now.

  KEYS   1 wake, 2 leased, 3 held
  ARGV   1 topic, 2 token, 3 lease in ms, then ids
  Answer {ids that were not leased under the token, for which nothing was done}
  O(m log n) for m messages of n.
]]
--- @include "clock"
--- @include "held"
--- @include "types"
--- @include "wake"
--- @include "write"

beginWriting(KEYS[2])
local leaseEnd = roundedUp(clock()) + tonumber(ARGV[3])
expectSortedSet(KEYS[1])
local mine, lost = leasedUnder(KEYS[3], ARGV[2], 4, 1)
if #mine > 0 then
  local leases = {}
  for _, entry in ipairs(mine) do
    leases[#leases + 1] = leaseEnd
    leases[#leases + 1] = entry.id
  end
  redis.call('ZADD', KEYS[2], 'XX', unpack(leases))
  wakeBy(KEYS[1], ARGV[1], leaseEnd)
end
return lost
