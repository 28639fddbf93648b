package org.delay.redisson.examples.recipes;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.listener.DelayQueueListener;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;

/** Runs once a day, in one instance, and never stops. */
class NightlyReport {

    private static final Duration EVERY = Duration.ofDays(1);

    private final DelayQueueMessageProducer producer;
    private final Reports reports;
    private final Clock clock;

    NightlyReport(DelayQueueMessageProducer producer, Reports reports, Clock clock) {
        this.producer = producer;
        this.reports = reports;
        this.clock = clock;
    }

    // tag::repeating-job[]
    record Run(Instant at) {}

    @EventListener(ApplicationReadyEvent.class)
    public void start() {
        schedule(clock.instant());
    }

    @DelayQueueListener(topics = "nightly-report")
    public void run(Run run) {
        Instant now = clock.instant();
        schedule(now.isAfter(run.at()) ? now : run.at());
        reports.write(run.at());
    }

    private void schedule(Instant after) {
        long every = EVERY.toMillis();
        Instant next = Instant.ofEpochMilli((after.toEpochMilli() / every + 1) * every);
        producer.sendMessage(OutgoingMessage.to("nightly-report")
                .id(next.toString())
                .body(new Run(next))
                .dueTime(next)
                .onDuplicate(OnDuplicate.KEEP)
                .build());
    }
    // end::repeating-job[]
}
