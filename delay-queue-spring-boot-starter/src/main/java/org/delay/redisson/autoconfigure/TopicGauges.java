package org.delay.redisson.autoconfigure;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.autoconfigure.DelayQueueMeter.Tag;
import org.delay.redisson.operations.TopicReadings;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Shows how many messages each topic has. The values are those of the service, so that all of its instances show the
 * same; {@code NaN} while Redis does not tell.
 */
final class TopicGauges implements SmartInitializingSingleton, DisposableBean {

    /** So long the first gauge of a scrape waits for new values; the others take what is there. */
    private static final Duration PATIENCE = Duration.ofMillis(250);

    /** With 5,000 topics a reading takes seconds. */
    private static final Duration FIRST_PATIENCE = Duration.ofSeconds(30);

    private final MeterRegistry registry;
    private final TopicReadings readings;
    private final TopicTags tags;
    private final Set<String> registered = ConcurrentHashMap.newKeySet();
    private final Thread first = new Thread(this::readFirst, "delay-queue-gauges");
    private volatile @Nullable Rows latest;

    TopicGauges(MeterRegistry registry, TopicReadings readings, TopicTags tags) {
        this.registry = registry;
        this.readings = readings;
        this.tags = tags;
    }

    /** One reading, added up by what topics are called. */
    private record Rows(TopicReadings.Reading reading, Map<String, Row> byTopic) {}

    private record Row(double due, double leased, double dead, double overdue, double paused) {

        static final Row NONE = new Row(0, 0, 0, 0, 0);

        static final Row UNREAD = new Row(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        Row plus(Counts counts, boolean isPaused) {
            return new Row(
                    due + counts.due(),
                    leased + counts.leased(),
                    dead + counts.dead(),
                    Math.max(overdue, counts.oldestOverdue().toMillis() / 1000.0),
                    paused + (isPaused ? 1 : 0));
        }
    }

    /**
     * Registers the one gauge that is always there. Those of topics come with the first reading, which is begun now, so that the
     * first scrape has them.
     */
    @Override
    public void afterSingletonsInstantiated() {
        tags.onNew(this::register);
        Gauge.builder(DelayQueueMeter.TOPICS.getName(), this, TopicGauges::topics)
                .description(DelayQueueMeter.TOPICS.description())
                .register(registry);
        first.setDaemon(true);
        first.start();
    }

    /** A reading under way would fail when its client is closed, and say so. */
    @Override
    public void destroy() throws InterruptedException {
        first.join(PATIENCE.toMillis());
    }

    private void readFirst() {
        readings.latest(FIRST_PATIENCE)
                .ifPresent(reading -> reading.counts().keySet().forEach(tags::of));
    }

    private double topics() {
        Rows rows = rows();
        return rows == null ? Double.NaN : rows.reading().counts().size();
    }

    private double value(String topic, ToDoubleFunction<Row> value) {
        Rows rows = rows();
        return rows == null ? Double.NaN : value.applyAsDouble(rows.byTopic().getOrDefault(topic, Row.NONE));
    }

    /** Added up once for each reading. */
    @SuppressWarnings("ReferenceEquality")
    private @Nullable Rows rows() {
        TopicReadings.Reading reading = readings.latest(PATIENCE).orElse(null);
        if (reading == null) {
            return null;
        }
        Rows rows = latest;
        if (rows == null || rows.reading() != reading) {
            rows = added(reading);
            latest = rows;
        }
        return rows;
    }

    private Rows added(TopicReadings.Reading reading) {
        Map<String, Row> rows = new HashMap<>();
        reading.counts().forEach((topic, counts) -> {
            String tag = tags.of(topic);
            rows.put(
                    tag,
                    rows.getOrDefault(tag, Row.NONE)
                            .plus(counts, reading.paused().contains(topic)));
        });
        reading.unread().forEach(topic -> rows.putIfAbsent(tags.of(topic), Row.UNREAD));
        return new Rows(reading, rows);
    }

    private void register(String topic) {
        if (registered.add(topic)) {
            register(DelayQueueMeter.PENDING, topic, Row::due);
            register(DelayQueueMeter.IN_FLIGHT, topic, Row::leased);
            register(DelayQueueMeter.DEAD_LETTERS, topic, Row::dead);
            register(DelayQueueMeter.OLDEST_OVERDUE, topic, Row::overdue);
            register(DelayQueueMeter.PAUSED, topic, Row::paused);
        }
    }

    private void register(DelayQueueMeter meter, String topic, ToDoubleFunction<Row> value) {
        Gauge.builder(meter.getName(), this, gauges -> gauges.value(topic, value))
                .description(meter.description())
                .baseUnit(meter.getBaseUnit())
                .tag(Tag.TOPIC.asString(), topic)
                .register(registry);
    }
}
