package org.delay.redisson.autoconfigure;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.delay.redisson.journal.jdbc.IncompleteSchemaException;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.journal.jdbc.JournalSchema;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.startup.CannotStartException;

/** The journal's tables: created where that is allowed, else checked. */
record JournalTables(DelayQueueJournalProperties properties, String service) {

    JournalStore in(DataSource database) {
        boolean mayCreate = mayCreate(url(database));
        JournalSchema schema = schema(database);
        if (mayCreate) {
            schema.create();
        }
        try {
            schema.check();
        } catch (IncompleteSchemaException e) {
            throw new CannotStartException(
                    String.valueOf(e.getMessage()),
                    "Run the script as a migration, or set 'delay.redisson.journal.initialize-schema' to 'always'.",
                    e);
        }
        return JdbcJournalStore.builder(database)
                .service(service)
                .instance(ManagementFactory.getRuntimeMXBean().getName())
                .tablePrefix(properties.tablePrefix())
                .retention(properties.retention())
                .build();
    }

    private JournalSchema schema(DataSource database) {
        try {
            return JournalSchema.of(database, properties.tablePrefix());
        } catch (IllegalStateException e) {
            if (e.getCause() != null) {
                throw unreachable(e);
            }
            throw new CannotStartException(
                    e.getMessage() + ".",
                    "Use one of these databases, or set '" + JournalCheck.ENABLED + "' to false.",
                    e);
        }
    }

    private boolean mayCreate(String url) {
        return switch (properties.initializeSchema()) {
            case ALWAYS -> true;
            case NEVER -> false;
            case EMBEDDED -> url.startsWith("jdbc:h2:mem:");
        };
    }

    private static String url(DataSource database) {
        try (Connection connection = database.getConnection()) {
            return connection.getMetaData().getURL();
        } catch (SQLException e) {
            throw unreachable(e);
        }
    }

    private static CannotStartException unreachable(Exception e) {
        return new CannotStartException(
                "The journal's database does not answer: " + e.getMessage() + ".",
                "Start the database, or set 'delay.redisson.journal.enabled' to false.",
                e);
    }
}
