package org.delay.redisson.autoconfigure;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.delay.redisson.autoconfigure.SubscriptionProbe.Hearing;
import org.delay.redisson.operations.SingleFlight;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Shows whether wake-ups arrive here. They are probed once per interval and on a thread of its own, so that a Redis that hangs delays no
 * scrape. Until the first result, and while this application does not dispatch, the value is {@code NaN}.
 */
final class SubscriptionGauge implements SmartInitializingSingleton {

    /** So long a scrape waits for a new result. */
    private static final Duration PATIENCE = Duration.ofMillis(250);

    private final MeterRegistry registry;
    private final SubscriptionProbe probe;
    private final BooleanSupplier dispatching;
    private final RedissonDelayProperties properties;
    private final SingleFlight<Reading> flight = new SingleFlight<>("delay-queue-subscription", this::read);
    private volatile @Nullable Reading latest;

    SubscriptionGauge(
            MeterRegistry registry,
            SubscriptionProbe probe,
            BooleanSupplier dispatching,
            RedissonDelayProperties properties) {
        this.registry = registry;
        this.probe = probe;
        this.dispatching = dispatching;
        this.properties = properties;
    }

    private record Reading(Hearing hearing, long endedAt) {}

    @Override
    public void afterSingletonsInstantiated() {
        Gauge.builder(DelayQueueMeter.SUBSCRIPTION.getName(), this, SubscriptionGauge::value)
                .description(DelayQueueMeter.SUBSCRIPTION.description())
                .register(registry);
    }

    private double value() {
        if (!dispatching.getAsBoolean()) {
            return Double.NaN;
        }
        Reading reading = latest;
        if (reading == null
                || System.nanoTime() - reading.endedAt()
                        > properties.metrics().refresh().toNanos()) {
            reading = next();
        }
        return reading == null ? Double.NaN : value(reading.hearing());
    }

    private static double value(Hearing hearing) {
        return switch (hearing) {
            case ALIVE -> 1;
            case DEAD -> 0;
            case UNKNOWN -> Double.NaN;
        };
    }

    /** The previous one, if the new one takes longer than the patience. */
    private @Nullable Reading next() {
        try {
            return flight.join().get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return latest;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return latest;
        }
    }

    private Reading read() throws InterruptedException {
        Reading reading = new Reading(probe.hears(properties.health().timeout()), System.nanoTime());
        latest = reading;
        return reading;
    }
}
