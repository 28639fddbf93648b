package org.delay.redisson.autoconfigure;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.journal.JournalStatus;
import org.delay.redisson.journal.store.Backlog;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Shows how the journal does. None of its meters has a tag. {@code NaN} for what the database does not tell. */
@RequiredArgsConstructor
final class JournalMeters implements SmartInitializingSingleton {

    /** So long the first gauge of a scrape waits. */
    private static final Duration PATIENCE = Duration.ofMillis(250);

    private final MeterRegistry registry;
    private final DelayQueueJournal journal;
    private final JournalBacklog backlog;

    @Override
    public void afterSingletonsInstantiated() {
        gauge(DelayQueueMeter.JOURNAL_PENDING, meters -> meters.backlog(Backlog::pending));
        gauge(
                DelayQueueMeter.JOURNAL_OLDEST_PENDING,
                meters -> meters.backlog(read -> read.oldest().toMillis() / 1000.0));
        FunctionTimer.builder(
                        DelayQueueMeter.JOURNAL_RELAY.getName(),
                        this,
                        meters -> meters.journal.status().relays(),
                        meters -> meters.journal.status().relayTime().toNanos(),
                        TimeUnit.NANOSECONDS)
                .description(DelayQueueMeter.JOURNAL_RELAY.description())
                .register(registry);
        counter(DelayQueueMeter.JOURNAL_DROPPED, JournalStatus::dropped);
        counter(DelayQueueMeter.JOURNAL_UNCHECKED, JournalStatus::unasked);
        counter(DelayQueueMeter.JOURNAL_AHEAD, JournalStatus::ahead);
        gauge(
                DelayQueueMeter.JOURNAL_UNRECORDED,
                meters -> meters.journal.status().unrecorded());
        counter(DelayQueueMeter.JOURNAL_FORGOTTEN, JournalStatus::forgotten);
        counter(DelayQueueMeter.JOURNAL_BYPASSED, JournalStatus::bypassed);
        counter(DelayQueueMeter.JOURNAL_HELD, JournalStatus::held);
        counter(DelayQueueMeter.JOURNAL_LOST, JournalStatus::losses);
        counter(DelayQueueMeter.JOURNAL_RESTORED, JournalStatus::restored);
        counter(DelayQueueMeter.JOURNAL_ABSENT, JournalStatus::absent);
        gauge(
                DelayQueueMeter.JOURNAL_WAITING_SHARDS,
                meters -> meters.journal.status().waitingShards());
        gauge(
                DelayQueueMeter.JOURNAL_AUDIT_STOPPED,
                meters -> meters.journal.status().auditStopped() ? 1 : 0);
    }

    private double backlog(ToDoubleFunction<Backlog> value) {
        Backlog read = backlog.latest(PATIENCE);
        return read == null ? Double.NaN : value.applyAsDouble(read);
    }

    private void gauge(DelayQueueMeter meter, ToDoubleFunction<JournalMeters> value) {
        Gauge.builder(meter.getName(), this, value)
                .description(meter.description())
                .baseUnit(meter.getBaseUnit())
                .register(registry);
    }

    private void counter(DelayQueueMeter meter, ToDoubleFunction<JournalStatus> value) {
        FunctionCounter.builder(meter.getName(), this, meters -> value.applyAsDouble(meters.journal.status()))
                .description(meter.description())
                .register(registry);
    }
}
