package org.delay.redisson.reliability.composed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.delay.redisson.reliability.composed.Fault.Ending;
import org.delay.redisson.reliability.composed.Fault.Reach;
import org.delay.redisson.system.RedisCommand;
import org.delay.redisson.tck.server.KafkaBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few compositions in every build. Each has failed once: with a fast clock, an unavailable destination, a busy common pool. */
@Timeout(600)
class ComposedTest {

    private static final Duration LOAD = Duration.ofSeconds(8);

    private static KafkaBroker kafka;

    private static KafkaBroker broker() {
        if (kafka == null) {
            kafka = Servers.broker();
        }
        return kafka;
    }

    @AfterAll
    static void stop() {
        if (kafka != null) {
            kafka.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 8, 1009})
    void nothingIsFound(long seed, @TempDir Path directory) throws Exception {
        Composition composition = Composition.of(seed);
        assertThat(Run.of(composition, directory, LOAD, ComposedTest::broker))
                .as(composition.toString())
                .isEmpty();
    }

    /** Somebody takes messages out of Redis while they wait. */
    @Test
    void aThiefIsFound(@TempDir Path directory) throws Exception {
        List<Finding> findings = Run.planted(
                plan -> plan.faults.add(new Fault(
                        "a thief", Duration.ofMillis(500), LOAD.dividedBy(2), Reach.NOBODY, ComposedTest::steal)),
                directory,
                LOAD.dividedBy(2));

        assertThat(findings).extracting(Finding::what).contains(Finding.What.LOST);
    }

    private static Ending steal(Servers servers) {
        String topic = Plan.HEALTHY.topic(0);
        String due = "delay:{" + Dispatcher.SERVICE + ":0}:due:" + topic;
        await().atMost(Duration.ofMinutes(1))
                .until(() -> RedisCommand.run(servers.redis(), "DEL " + due).equals("1"));
        return Ending.NONE;
    }
}
