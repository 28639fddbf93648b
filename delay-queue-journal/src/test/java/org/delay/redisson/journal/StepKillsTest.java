package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.journal.DyingMain.Step;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * An application is killed at each step of a message's way. {@code -Djournal.kills=3} kills before and after each step, so often;
 * the build kills once at each step.
 */
@Slf4j
@Execution(ExecutionMode.CONCURRENT)
class StepKillsTest extends JournalFixture {

    private static final int ROUNDS = Integer.getInteger("journal.kills", 0);
    private static final Duration LONG = Duration.ofMinutes(2);

    /** A message that is committed is looked for after 5 s, each second. */
    private static final Duration LATE = Duration.ofSeconds(6);

    /** So long a machine that builds may stand still. */
    private static final Duration STALL = Duration.ofSeconds(ROUNDS == 0 ? 15 : 1);

    static Stream<Arguments> steps() {
        Stream<Arguments> few = Stream.of(
                Arguments.of(Step.COMMIT, "BEFORE"),
                Arguments.of(Step.COMMIT, "AFTER"),
                Arguments.of(Step.RELAY, "AFTER"),
                Arguments.of(Step.CONFIRM, "BEFORE"),
                Arguments.of(Step.END, "BEFORE"),
                Arguments.of(Step.ACK, "BEFORE"));
        Stream<Arguments> all = Stream.iterate(0, i -> i + 1)
                .limit(ROUNDS)
                .flatMap(round -> Stream.of(Step.values()))
                .flatMap(step -> Stream.of(Arguments.of(step, "BEFORE"), Arguments.of(step, "AFTER")));
        return ROUNDS == 0 ? few : all;
    }

    @ParameterizedTest
    @MethodSource("steps")
    void whatIsCommittedIsDelivered(Step step, String moment) throws Exception {
        HikariDataSource database = database(Databases.POSTGRESQL, 12);
        JdbcTemplate sql = new JdbcTemplate(database);
        sql.execute("create table placed (id varchar(50) primary key, at bigint)");
        sql.execute("create table handled (id varchar(50), at bigint)");
        // A machine that stands still must not let pass what the check before the delivery recognises.
        App survivor = app(
                        database,
                        JournalSettings.DEFAULTS.withHistory(HistoryMode.ALL).withDeliveryCheck(DeliveryCheckMode.HOLD))
                .started();

        Process child = dying(database.getJdbcUrl(), step, moment);
        assertThat(child.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(child.exitValue()).isEqualTo(DyingMain.HALTED);
        Set<String> leased = ids(
                sql,
                "select id from handled h where exists (select 1 from delay_message m"
                        + " where m.id = h.id and m.state = 'WAITING')");
        DispatchEngine engine = deliver(survivor, sql);
        engine.start();
        try {
            await().atMost(LONG).until(() -> owed(sql).isEmpty());
            // Ends that met a locked row were in memory, and died with the process.
            survivor.journal().operations().restore(RestoreRequest.ALL, progress -> {});
            await().atMost(LONG)
                    .until(() ->
                            survivor.store().owed(TOPIC, survivor.store().now()).waiting() == 0);
        } finally {
            engine.stop(Duration.ofSeconds(10));
        }

        check(sql, leased, step + " " + moment);
    }

    /** Those of a transaction, and those that were sent at once and are in the database. */
    private static Set<String> owed(JdbcTemplate sql) {
        return ids(
                sql,
                "select id from placed where id not in (select id from handled)"
                        + " union select id from delay_message where id not in (select id from handled)");
    }

    private static void check(JdbcTemplate sql, Set<String> leased, String name) {
        Set<String> twice = ids(sql, "select id from handled group by id having count(*) > 1");
        Set<String> rolledBack =
                ids(sql, "select id from handled where id like 'm-%' and id not in (select id from placed)");
        Long late = sql.queryForObject(
                "select coalesce(max(r.at - s.at), 0) from delay_history r join delay_history s on s.id = r.id"
                        + " and s.revision = r.revision where r.event = 'RELAYED' and s.event = 'SENT'",
                Long.class);
        log.info(
                "Killed at {}: {} committed, {} delivered twice of {} leased, told to Redis {} ms after the commit at most",
                name,
                sql.queryForObject("select count(*) from placed", Long.class),
                twice.size(),
                leased.size(),
                late);
        assertThat(rolledBack).as("rolled back, and delivered").isEmpty();
        assertThat(leased).as("leased at the kill").containsAll(twice);
        assertThat(Duration.ofMillis(late)).as("told to Redis after the commit").isLessThan(LATE.plus(STALL));
    }

    private static Set<String> ids(JdbcTemplate sql, String query) {
        return new HashSet<>(sql.queryForList(query, String.class));
    }

    private static DispatchEngine deliver(App app, JdbcTemplate sql) {
        return DispatchEngine.builder(app.queue(), new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        DyingMain.handled(sql, messages);
                    }
                })
                .converter(new FastjsonBodyConverter())
                .settings(DispatchSettings.builder().lease(DyingMain.LEASE).build())
                .build();
    }

    private Process dying(String url, Step step, String moment) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DyingMain.class.getName(),
                        redis.uri(),
                        url,
                        service,
                        step.name(),
                        moment)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
