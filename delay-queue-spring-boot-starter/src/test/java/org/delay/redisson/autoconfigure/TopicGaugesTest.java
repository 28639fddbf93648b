package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.operations.TopicReadings;
import org.junit.jupiter.api.Test;

/** Gauges show what the readings say, which an application may replace. */
class TopicGaugesTest {

    private static final Counts THREE_DUE = new Counts(3, 0, 0, Duration.ZERO);

    /** Readings that are set by hand. */
    private static final class Given implements TopicReadings {

        private volatile Optional<Reading> reading = Optional.empty();

        @Override
        public Optional<Reading> latest(Duration patience) {
            return reading;
        }

        @Override
        public Optional<Reading> current(Duration patience) {
            return reading;
        }
    }

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final Given readings = new Given();

    /** Zero would be a wrong answer. */
    @Test
    void theGaugesOfATopicThatCantBeCountedShowNothing() {
        new TopicGauges(registry, readings, new TopicTags(10)).afterSingletonsInstantiated();
        readings.reading = Optional.of(reading(Map.of("a", THREE_DUE, "b", THREE_DUE), Set.of()));
        assertThat(topics()).isEqualTo(2);
        assertThat(pending("a")).isEqualTo(3);

        readings.reading = Optional.of(reading(Map.of("b", THREE_DUE), Set.of("a")));

        assertThat(pending("a")).isNaN();
        assertThat(pending("b")).isEqualTo(3);
    }

    @Test
    void withoutAReadingTheGaugesShowNothing() {
        new TopicGauges(registry, readings, new TopicTags(10)).afterSingletonsInstantiated();
        assertThat(topics()).isNaN();
        readings.reading = Optional.of(reading(Map.of("a", THREE_DUE), Set.of()));
        assertThat(topics()).isOne();

        readings.reading = Optional.empty();

        assertThat(topics()).isNaN();
        assertThat(pending("a")).isNaN();
    }

    private static TopicReadings.Reading reading(Map<String, Counts> counts, Set<String> unread) {
        return new TopicReadings.Reading(counts, Set.of(), unread, System.nanoTime());
    }

    private double topics() {
        return registry.get(DelayQueueMeter.TOPICS.getName()).gauge().value();
    }

    /** The first reading registers gauges on a thread of its own. */
    private double pending(String topic) {
        return await().until(
                        () -> registry.find(DelayQueueMeter.PENDING.getName())
                                .tag("topic", topic)
                                .gauge(),
                        Objects::nonNull)
                .value();
    }
}
