package org.delay.redisson.reliability.composed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.delay.redisson.test.KafkaBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few compositions in every build: none that is known to fail, and among them most that can be drawn. */
@Tag("system")
@Timeout(300)
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
    @ValueSource(longs = {2})
    void nothingIsFound(long seed, @TempDir Path directory) throws Exception {
        Composition composition = Composition.of(seed);
        assertThat(Run.of(composition, directory, LOAD, ComposedTest::broker))
                .as(composition.toString())
                .isEmpty();
    }
}
