package org.delay.redisson.journal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.ShardMark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;

/** How tables come to be, and what is said of those that do not fit. */
@StoreTest
class SchemaContractTest {

    private static final AtomicInteger PREFIXES = new AtomicInteger();

    private final TestDatabase database;
    private final JdbcTemplate jdbc;
    private final String prefix = "p" + ProcessHandle.current().pid() + "_" + PREFIXES.incrementAndGet() + "_";

    SchemaContractTest(TestDatabase database) {
        this.database = database;
        this.jdbc = new JdbcTemplate(database.dataSource());
    }

    @Test
    void missingTablesAreNamed() {
        assertThatExceptionOfType(IncompleteSchemaException.class)
                .isThrownBy(() -> schema().check())
                .withMessageContaining("schemas/v1/schema-" + database.name() + ".sql")
                .asInstanceOf(type(IncompleteSchemaException.class))
                .extracting(IncompleteSchemaException::missing)
                .isEqualTo(List.of(
                        "table " + prefix + "message", "table " + prefix + "history", "table " + prefix + "shard"));
    }

    @Test
    void tablesAreCreatedOnceWithTheirPrefix() {
        schema().create();
        schema().create();
        schema().check();

        JournalStore store = store();
        database.transactions().executeWithoutResult(status -> store.record(List.of(Fixture.send("a"))));
        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM " + prefix + "message", Integer.class))
                .isEqualTo(1);
        assertThat(store.page(RowFilter.ALL, null, 10).rows()).hasSize(1);
        database.transactions().executeWithoutResult(status -> store.raiseMark(ShardMark.unraised(0), "id", 0));
        assertThat(store.marks()).hasSize(1);
        assertThat(store.history(Fixture.key("a"), 10)).isEmpty();
    }

    @Test
    void manyInstancesCreateAtOnce() {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.runAsync(() -> schema().create(), threads))
                .toList()
                .forEach(CompletableFuture::join);
        threads.shutdown();

        schema().check();
    }

    /** As after an upgrade whose tables have more columns. */
    @Test
    @Timeout(120)
    void tablesThatLackColumnsAreNotWaitedFor() {
        schema().create();
        jdbc.execute("ALTER TABLE " + prefix + "shard DROP COLUMN lost_from");

        assertThatExceptionOfType(IncompleteSchemaException.class)
                .isThrownBy(() -> schema().create())
                .withMessageContaining("lost_from");
    }

    @Test
    void whatIsIncompleteIsNamed() {
        schema().create();
        jdbc.execute("ALTER TABLE " + prefix + "shard DROP COLUMN lost_from");
        jdbc.execute("DROP TABLE " + prefix + "history");
        String index = prefix + "message_todo";
        jdbc.execute(
                database.name().startsWith("m")
                        ? "DROP INDEX " + index + " ON " + prefix + "message"
                        : "DROP INDEX " + index);

        assertThatExceptionOfType(IncompleteSchemaException.class)
                .isThrownBy(() -> schema().check())
                .asInstanceOf(type(IncompleteSchemaException.class))
                .extracting(IncompleteSchemaException::missing)
                .isEqualTo(List.of(
                        "index (service, todo, look_at) of " + prefix + "message",
                        "table " + prefix + "history",
                        "column lost_from of " + prefix + "shard"));
    }

    /** As where each application has a schema of its own. */
    @Test
    void anIndexInAnotherSchemaIsNone() {
        assumeThat(database.name()).as("has schemas in a database").doesNotStartWith("m");
        schema().create();
        String other = prefix + "other";
        jdbc.execute("CREATE SCHEMA " + other);
        jdbc.execute("CREATE TABLE " + other + "." + prefix + "message AS SELECT * FROM " + prefix + "message");
        jdbc.execute(
                "CREATE INDEX " + prefix + "there ON " + other + "." + prefix + "message (service, todo, look_at)");
        schema().check();
        jdbc.execute("DROP INDEX " + prefix + "message_todo");

        assertThatExceptionOfType(IncompleteSchemaException.class)
                .isThrownBy(() -> schema().check())
                .withMessageContaining("index (service, todo, look_at) of " + prefix + "message");
    }

    @Test
    void aPrefixIsAName() {
        for (String wrong : List.of("", "1a", "a-b", "a;b", "a.b", "x".repeat(31))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JournalSchema.of(database.dataSource(), wrong))
                    .withMessageContaining("'" + wrong + "'");
        }
    }

    private JournalSchema schema() {
        return JournalSchema.of(database.dataSource(), prefix);
    }

    private JournalStore store() {
        return JdbcJournalStore.builder(database.dataSource())
                .service("service")
                .tablePrefix(prefix)
                .build();
    }
}
