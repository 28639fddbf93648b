package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bulk redrive dies between its transaction and Redis. */
@Execution(ExecutionMode.CONCURRENT)
class RedriveKilledTest extends JournalFixture {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int DEAD = 250;

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    /** The first 200 are recorded in one transaction, the rest not at all. */
    @ParameterizedTest
    @ValueSource(ints = {0, 120})
    void eachDeadLetterIsBackOnceAndTheRepeatTakesTheRest(int told) throws Exception {
        HikariDataSource database = database(Databases.POSTGRESQL, 12);
        App app = app(database).started();
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < DEAD; i++) {
            messages.add(message("m-" + i, Duration.ZERO));
        }
        app.producer().sendMessages(messages);
        DispatchEngine burying = deliver(app, true);
        burying.start();
        await().atMost(LONG).until(() -> app.redis().counts(TOPIC).dead() == DEAD);
        burying.stop(Duration.ofSeconds(10));

        Process child = dying(database.getJdbcUrl(), told);
        assertThat(child.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(child.exitValue()).isEqualTo(DyingRedriveMain.HALTED);
        DispatchEngine delivering = deliver(app, false);
        delivering.start();
        try {
            await().atMost(LONG).until(() -> handled.size() >= 200);
            await().atMost(LONG).until(() -> app.delivered().size() == 200);
            BulkResult repeated = app.queue().redriveDead(DeadLetterFilter.of(TOPIC));
            assertThat(repeated.changed()).isEqualTo(DEAD - 200);
            await().atMost(LONG).until(() -> app.delivered().size() == DEAD);
        } finally {
            delivering.stop(Duration.ofSeconds(10));
        }

        assertThat(handled).hasSize(DEAD).doesNotHaveDuplicates();
        assertThat(app.redis().counts(TOPIC).dead()).isZero();
        assertThat(app.redis().counts(TOPIC).due()).isZero();
    }

    private DispatchEngine deliver(App app, boolean fails) {
        return DispatchEngine.builder(app.queue(), new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        if (fails) {
                            throw new PermanentFailure("as the test wants");
                        }
                        messages.forEach(message -> handled.add(message.id()));
                    }
                })
                .converter(new FastjsonBodyConverter())
                .build();
    }

    private Process dying(String url, int told) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DyingRedriveMain.class.getName(),
                        redis.uri(),
                        url,
                        service,
                        String.valueOf(told))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
