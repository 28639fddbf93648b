CREATE TABLE IF NOT EXISTS delay_message (
  id VARCHAR(200) COLLATE "C" NOT NULL,
  topic VARCHAR(249) COLLATE "C" NOT NULL,
  service VARCHAR(249) COLLATE "C" NOT NULL,
  business_key VARCHAR(200) COLLATE "C",  -- the first characters of the message's key
  revision BIGINT NOT NULL,               -- grows with each change
  state VARCHAR(9) NOT NULL,              -- WAITING, CANCELLED, DELIVERED, EXPIRED, DEAD
  due_at BIGINT NOT NULL,                 -- epoch milliseconds, by Redis's clock
  priority SMALLINT NOT NULL,
  content BYTEA NOT NULL,                 -- the stored form, as in Redis
  todo CHAR(1) NOT NULL,                  -- R relay, A audit, P purge
  look_at BIGINT NOT NULL,                -- when to do it: epoch milliseconds, by the database's clock
  tries SMALLINT DEFAULT 0 NOT NULL,
  shard SMALLINT,                         -- where Redis took it
  mark BIGINT,                            -- the shard's mark when Redis took it
  created_at BIGINT NOT NULL,
  created_by VARCHAR(200) NOT NULL,
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (id, topic, service)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

CREATE INDEX IF NOT EXISTS delay_message_todo ON delay_message (service, todo, look_at);

CREATE INDEX IF NOT EXISTS delay_message_key ON delay_message (business_key, service) WHERE business_key IS NOT NULL;

CREATE TABLE IF NOT EXISTS delay_history (
  seq BIGINT GENERATED ALWAYS AS IDENTITY,
  at BIGINT NOT NULL,                     -- epoch milliseconds, by the database's clock
  id VARCHAR(200) COLLATE "C" NOT NULL,
  topic VARCHAR(249) COLLATE "C" NOT NULL,
  service VARCHAR(249) COLLATE "C" NOT NULL,
  revision BIGINT NOT NULL,
  event VARCHAR(12) NOT NULL,
  shard SMALLINT,
  instance VARCHAR(200) NOT NULL,
  thread VARCHAR(100),
  detail VARCHAR(1000),
  PRIMARY KEY (seq, at)
);

CREATE INDEX IF NOT EXISTS delay_history_message ON delay_history (id, topic, service, at);

CREATE TABLE IF NOT EXISTS delay_shard (
  service VARCHAR(249) COLLATE "C" NOT NULL,
  shard SMALLINT NOT NULL,                -- -1 is no shard: it counts what the audit relays
  mark BIGINT NOT NULL,                   -- how far Redis was told
  marked_at BIGINT NOT NULL,
  redis VARCHAR(80) NOT NULL,             -- the replication id of that Redis
  lost_from BIGINT,                       -- what Redis took from this mark on is to be relayed again
  sound_from BIGINT DEFAULT 0 NOT NULL,   -- what Redis took before this mark is not confirmed any more
  repair_at BIGINT DEFAULT 0 NOT NULL,    -- when the next instance may relay again what was lost
  PRIMARY KEY (service, shard)
);
