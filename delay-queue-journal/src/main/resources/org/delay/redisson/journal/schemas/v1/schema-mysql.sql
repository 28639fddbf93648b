CREATE TABLE IF NOT EXISTS delay_message (
  id VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  topic VARCHAR(249) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  service VARCHAR(249) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  business_key VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin, -- the first characters of the message's key
  revision BIGINT NOT NULL,               -- grows with each change
  state VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- WAITING, CANCELLED, DELIVERED, EXPIRED, DEAD
  due_at BIGINT NOT NULL,                 -- epoch milliseconds, by Redis's clock
  priority SMALLINT NOT NULL,
  content MEDIUMBLOB NOT NULL,            -- the stored form, as in Redis
  todo CHAR(1) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- R relay, A audit, P purge
  look_at BIGINT NOT NULL,                -- when to do it: epoch milliseconds, by the database's clock
  tries SMALLINT DEFAULT 0 NOT NULL,
  shard SMALLINT,                         -- where Redis took it
  mark BIGINT,                            -- the shard's mark when Redis took it
  created_at BIGINT NOT NULL,
  created_by VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (id, topic, service),
  INDEX delay_message_todo (service, todo, look_at),
  INDEX delay_message_key (business_key, service)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS delay_history (
  seq BIGINT NOT NULL AUTO_INCREMENT,
  at BIGINT NOT NULL,                     -- epoch milliseconds, by the database's clock
  id VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  topic VARCHAR(249) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  service VARCHAR(249) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  revision BIGINT NOT NULL,
  event VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  shard SMALLINT,
  instance VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  thread VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  detail VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  PRIMARY KEY (seq, at),
  INDEX delay_history_message (id, topic, service, at)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS delay_shard (
  service VARCHAR(249) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  shard SMALLINT NOT NULL,                -- -1 is no shard: it counts what the audit relays
  mark BIGINT NOT NULL,                   -- how far Redis was told
  marked_at BIGINT NOT NULL,
  redis VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- the replication id of that Redis
  lost_from BIGINT,                       -- what Redis took from this mark on is to be relayed again
  sound_from BIGINT DEFAULT 0 NOT NULL,   -- what Redis took before this mark is not confirmed any more
  repair_at BIGINT DEFAULT 0 NOT NULL,    -- when the next instance may relay again what was lost
  PRIMARY KEY (service, shard)
) ENGINE = InnoDB;
