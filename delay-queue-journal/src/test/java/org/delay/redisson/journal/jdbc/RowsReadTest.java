package org.delay.redisson.journal.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.Relayed;
import org.delay.redisson.journal.store.RowFilter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * No call reads the whole table, also in a database that has kept the plans of its first minute, when the table was small. One
 * connection, since plans are kept with it.
 */
class RowsReadTest {

    private static final int ROWS = Integer.getInteger("journal.rows", 10_000);
    private static final int BATCH = 20;
    private static final int FEW = 20;

    /** More than a call of {@link #BATCH} rows needs, and far less than there are. */
    private static final int MOST_READ = 25 * BATCH;

    /** Plans are kept after that many calls. */
    private static final int CALLS = 12;

    static Stream<String> databases() {
        return Stream.of("postgresql", "mariadb")
                .filter(name -> !name.equals("mariadb") || MariaDbServer.isInstalled());
    }

    @ParameterizedTest
    @MethodSource("databases")
    @Timeout(300)
    void aCallReadsAboutWhatItReturns(String name) {
        try (HikariDataSource source = oneConnection(name)) {
            Fixture fixture = new Fixture(TestDatabase.connected(name, source));
            write(fixture, 0, FEW);
            Map<String, Consumer<Fixture>> calls = calls();
            for (int i = 0; i < CALLS; i++) {
                calls.values().forEach(call -> call.accept(fixture));
            }
            write(fixture, FEW, ROWS);

            SoftAssertions softly = new SoftAssertions();
            calls.forEach((call, made) ->
                    softly.assertThat(read(fixture, made)).as(call).isBetween(0L, (long) MOST_READ));
            softly.assertAll();
            assertThat(read(fixture, one -> one.store.owed(null, Fixture.DUE)))
                    .as("reads all rows")
                    .isGreaterThanOrEqualTo(ROWS - BATCH * 10L);
        }
    }

    private static HikariDataSource oneConnection(String name) {
        String url = TestDatabase.started(name).dataSource().getJdbcUrl();
        String database = "rows" + UUID.randomUUID().toString().replace("-", "");
        new JdbcTemplate(TestDatabase.started(name).dataSource()).execute("CREATE DATABASE " + database);
        HikariDataSource source = new HikariDataSource();
        source.setJdbcUrl(url.replaceFirst("/[^/?]+(\\?|$)", "/" + database + "$1"));
        source.setMaximumPoolSize(1);
        return source;
    }

    private static Map<String, Consumer<Fixture>> calls() {
        List<MessageKey> some =
                IntStream.range(FEW, FEW + BATCH).mapToObj(RowsReadTest::key).toList();
        MessageKey one = key(FEW + BATCH);
        Map<String, Consumer<Fixture>> calls = new LinkedHashMap<>();
        calls.put("versions", fixture -> fixture.store.versions(some));
        calls.put("version", fixture -> fixture.store.versions(List.of(one)));
        calls.put("pending", fixture -> fixture.store.pending(some));
        calls.put("pending of one", fixture -> fixture.store.pending(List.of(one)));
        calls.put("find", fixture -> fixture.store.find(one));
        calls.put("history", fixture -> fixture.store.history(one, 100));
        calls.put("page", fixture -> fixture.store.page(RowFilter.WAITING, key(50), BATCH));
        calls.put("page of an id", fixture -> fixture.store.page(RowFilter.ALL.id(one.id()), null, BATCH));
        calls.put("page of a key", fixture -> fixture.store.page(RowFilter.ALL.businessKey("none"), null, BATCH));
        calls.put(
                "recordAtOnce",
                fixture -> fixture.store.recordAtOnce(
                        some.stream().map(key -> Fixture.send(key.id())).toList()));
        calls.put("takePending", inTransaction(store -> store.takePending(BATCH)));
        calls.put("takeOverdue", inTransaction(store -> store.takeOverdue(BATCH)));
        calls.put("reschedule", inTransaction(store -> store.reschedule(one, Fixture.DUE)));
        calls.put(
                "relayed",
                inTransaction(store -> store.relayed(revisions(store, some)
                        .map(revision -> new Relayed(revision, new Placement(0, 1)))
                        .toList())));
        calls.put(
                "relayAgain",
                inTransaction(store -> store.relayAgain(revisions(store, some).toList())));
        calls.put("cancel", inTransaction(store -> store.cancel(List.of(one))));
        calls.put("cancel some", inTransaction(store -> store.cancel(some.subList(0, 10))));
        calls.put(
                "end",
                inTransaction(store -> store.end(revisions(store, some)
                        .map(revision -> new Ending(revision, MessageState.DELIVERED))
                        .toList())));
        calls.put("forgetDead", inTransaction(store -> store.forgetDead(some)));
        calls.put("purge", fixture -> {
            fixture.jdbc.update(
                    "UPDATE delay_message SET look_at = 0 WHERE service = ? AND todo = 'P'", fixture.service);
            inTransaction(store -> store.purge(BATCH)).accept(fixture);
        });
        calls.put("purgeHistory", inTransaction(store -> store.purgeHistory(0, BATCH)));
        return calls;
    }

    private static Consumer<Fixture> inTransaction(Consumer<JournalStore> call) {
        return fixture -> fixture.inTransaction(() -> call.accept(fixture.store));
    }

    private static Stream<MessageRevision> revisions(JournalStore store, List<MessageKey> keys) {
        return store.versions(keys).entrySet().stream()
                .map(row -> new MessageRevision(row.getKey(), row.getValue().revision()));
    }

    private static MessageKey key(int number) {
        return Fixture.key("id-%07d".formatted(number));
    }

    private static void write(Fixture fixture, int from, int to) {
        for (int first = from; first < to; first += 1_000) {
            List<MessageKey> keys = IntStream.range(first, Math.min(to, first + 1_000))
                    .mapToObj(RowsReadTest::key)
                    .toList();
            fixture.inTransaction(() -> {
                fixture.store.record(
                        keys.stream().map(key -> Fixture.send(key.id())).toList());
                fixture.store.append(keys.stream()
                        .map(key -> new HistoryEvent(new MessageRevision(key, 1), Change.SENT, 0, "test", null))
                        .toList());
            });
        }
        fixture.pass(Duration.ofMinutes(-1));
    }

    private static long read(Fixture fixture, Consumer<Fixture> call) {
        long before = read(fixture);
        call.accept(fixture);
        return read(fixture) - before;
    }

    private static long read(Fixture fixture) {
        if (fixture.database.name().equals("postgresql")) {
            fixture.jdbc.execute("SELECT pg_stat_force_next_flush()");
            return requireNonNull(fixture.jdbc.queryForObject(
                    "SELECT SUM(seq_tup_read + COALESCE(idx_tup_fetch, 0)) FROM pg_stat_user_tables", Long.class));
        }
        return fixture.jdbc.query("SHOW SESSION STATUS LIKE 'Handler_read%'", (row, number) -> row.getLong(2)).stream()
                .mapToLong(count -> count)
                .sum();
    }
}
