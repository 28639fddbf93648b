--[[
  The newest layout that a shard was told of.

  KEYS   1 meta
  Answer {numbers, separated by blanks}, or {''}
  O(1)
]]
return {redis.call('HGET', KEYS[1], 'layout') or ''}
