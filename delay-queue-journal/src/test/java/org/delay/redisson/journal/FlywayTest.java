package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.delay.redisson.journal.jdbc.IncompleteSchemaException;
import org.delay.redisson.journal.jdbc.JournalSchema;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script as a migration, as docs/journal.md tells. */
class FlywayTest {

    @Test
    void theScriptIsAMigration(@TempDir Path migrations) throws Exception {
        try (HikariDataSource database = Databases.H2.empty(2);
                InputStream script = Journal.class.getResourceAsStream("schemas/v1/schema-h2.sql")) {
            assertThat(script).isNotNull();
            Files.copy(script, migrations.resolve("V2__delay_queue_journal.sql"));
            JournalSchema schema = JournalSchema.of(database, JournalSchema.DEFAULT_PREFIX);
            assertThatThrownBy(schema::check).isInstanceOf(IncompleteSchemaException.class);
            Flyway flyway = Flyway.configure()
                    .dataSource(database)
                    .locations("filesystem:" + migrations)
                    .load();

            assertThat(flyway.migrate().migrationsExecuted).isOne();

            assertThatNoException().isThrownBy(schema::check);
            assertThat(flyway.migrate().migrationsExecuted).isZero();
        }
    }
}
