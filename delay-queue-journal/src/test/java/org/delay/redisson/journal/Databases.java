package org.delay.redisson.journal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.UUID;
import org.delay.redisson.journal.jdbc.MariaDbServer;
import org.delay.redisson.journal.jdbc.PostgresServer;

/** Real databases for tests: each call makes an empty one, with a pool. */
enum Databases {
    H2 {
        @Override
        String url() {
            // By default a statement waits for a lock for 2 s only, and a test may pause for longer.
            return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=" + PATIENCE.toMillis();
        }
    },

    POSTGRESQL {
        @Override
        String url() {
            return PostgresServer.shared().createDatabase();
        }
    },

    /** Where one is installed; tests on it are left out else. */
    MARIADB {
        @Override
        String url() {
            assumeTrue(MariaDbServer.isInstalled(), "no MariaDB is installed");
            return MariaDbServer.shared().createDatabase();
        }
    };

    /** {@code -Djournal.database=MARIADB} runs all that a test does on H2 on another one. */
    private static final String INSTEAD = System.getProperty("journal.database", H2.name());

    /** Longer than a thread stands still. A call that needs a second connection waits in vain for as long. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** The address of a new, empty database. */
    abstract String url();

    HikariDataSource empty(int connections) {
        return pool(this == H2 ? valueOf(INSTEAD).url() : url(), connections);
    }

    static HikariDataSource pool(String url, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(PATIENCE.toMillis());
        if (url.startsWith("jdbc:mariadb:")) {
            // As docs/journal.md asks of applications: else their transactions lock gaps.
            config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        }
        return new HikariDataSource(config);
    }
}
