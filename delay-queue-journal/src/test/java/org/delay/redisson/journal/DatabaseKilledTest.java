package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.journal.jdbc.JournalSchema;
import org.delay.redisson.journal.jdbc.PostgresServer;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * PostgreSQL is killed, or stands still for 3 s again and again, while messages become due. {@code -Djournal.away=60} says for
 * how many seconds; the build takes fewer.
 */
@Slf4j
@Execution(ExecutionMode.CONCURRENT)
class DatabaseKilledTest extends JournalFixture {

    private static final Duration AWAY = Duration.ofSeconds(Integer.getInteger("journal.away", 4));
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final int PER_SECOND = 20;

    /** More than this must be delivered while PostgreSQL is away, so it stays away until they are. */
    private static final int LEAST = (int) AWAY.toSeconds() * PER_SECOND / 2;

    @TempDir
    Path directory;

    private final Ledger ledger = new Ledger();

    @Test
    void killed() throws Exception {
        Path data = directory.resolve("data");
        PostgresServer server = PostgresServer.start(data);
        try {
            App app = app(database(server));
            DispatchEngine engine = flow(app);
            try {
                await().atMost(LONG).until(() -> ledger.size() > PER_SECOND);
                server.kill();
                Instant end = Instant.now().plus(AWAY);
                int before = ledger.size();
                await("deliveries without the database")
                        .atMost(LONG)
                        .until(() -> Instant.now().isAfter(end) && ledger.size() - before > LEAST);
                server = server.again();
                check(app, "killed for " + AWAY);
            } finally {
                engine.stop(Duration.ofSeconds(20));
                app.journal().close();
            }
        } finally {
            server.close();
        }
    }

    @Test
    void slow() throws Exception {
        PostgresServer server = PostgresServer.start(directory.resolve("data"));
        try {
            App app = app(database(server));
            DispatchEngine engine = flow(app);
            try {
                await().atMost(LONG).until(() -> ledger.size() > PER_SECOND);
                Instant end = Instant.now().plus(AWAY);
                Instant latest = Instant.now().plus(LONG);
                int before = ledger.size();
                while (Instant.now().isBefore(end) || ledger.size() - before <= LEAST) {
                    assertThat(Instant.now())
                            .as("deliveries without the database")
                            .isBefore(latest);
                    server.signal("STOP");
                    Instant goesOn = Instant.now().plusSeconds(3);
                    await().atMost(LONG).until(() -> Instant.now().isAfter(goesOn));
                    server.signal("CONT");
                    Instant stops = Instant.now().plusMillis(500);
                    await().atMost(LONG).until(() -> Instant.now().isAfter(stops));
                }
                check(app, "slow (3 s) for " + AWAY);
            } finally {
                engine.stop(Duration.ofSeconds(20));
                app.journal().close();
            }
        } finally {
            server.signal("CONT");
            server.close();
        }
    }

    private HikariDataSource database(PostgresServer server) {
        HikariDataSource database = closed(Databases.pool(server.createDatabase(), 8));
        JournalSchema.of(database, JournalSchema.DEFAULT_PREFIX).create();
        return database;
    }

    /** Messages that become due before, during and after. */
    private DispatchEngine flow(App app) {
        app.started();
        int count = (int) (AWAY.toSeconds() + 6) * PER_SECOND;
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(message("m-" + i, Duration.ofMillis(2_000 + i * 1_000L / PER_SECOND)));
            if (messages.size() == 100 || i == count - 1) {
                app.queue().schedule(messages).forEach(sent -> ledger.owe(sent.id(), sent.dueTime()));
                messages.clear();
            }
        }
        DispatchEngine engine = DispatchEngine.builder(app.queue(), new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        ledger.delivered(messages);
                    }
                })
                .converter(new FastjsonBodyConverter())
                .build();
        engine.start();
        return engine;
    }

    private void check(App app, String what) {
        await().atMost(LONG).until(ledger::isSettled);
        await().atMost(LONG)
                .ignoreExceptions()
                .until(() -> app.store().owed(TOPIC, app.store().now()).waiting() == 0);
        Set<String> delivered = app.delivered();
        Map<String, Integer> times = ledger.times(delivered);
        Set<String> twice = new TreeSet<>(delivered);
        twice.removeIf(id -> times.get(id) == 1);
        log.info("The database was {}; recorded {}; {}", what, delivered.size(), ledger.check());
        assertThat(delivered).hasSize(ledger.size());
        assertThat(twice).as("delivered twice").isEmpty();
    }
}
