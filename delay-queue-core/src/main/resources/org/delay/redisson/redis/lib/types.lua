-- Type checks. A script reads each of its keys before it writes to any: where a key holds another type, Redis ends the
-- script with WRONGTYPE, and nothing has changed. A key whose value the script does not need is checked by one of these.
local function expectSortedSet(key)
  redis.call('ZCARD', key)
end

local function expectHash(key)
  redis.call('HLEN', key)
end

local function expectSet(key)
  redis.call('SCARD', key)
end
