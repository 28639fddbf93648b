package org.delay.redisson.journal.jdbc;

import java.time.Duration;

/** What a store is made of, besides its database. */
record StoreSettings(String service, String instance, String tablePrefix, Duration retention) {}
