package org.delay.redisson.autoconfigure;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.autoconfigure.DelayQueueMeter.Tag;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.engine.report.DispatchListener;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** Counts and times what this application sends and delivers. */
final class QueueMeters implements QueueInterceptor, DispatchListener {

    /** Fine where a healthy queue is, a few milliseconds, and up to what an outage makes of it. */
    private static final Duration[] LATENESS = {
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(20),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(200),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofMinutes(1),
        Duration.ofMinutes(5),
        Duration.ofMinutes(15),
        Duration.ofHours(1)
    };

    private static final String FAILURE = "failure";
    private static final String SUCCESS = "success";
    private static final List<String> SENDS = List.of(SUCCESS, FAILURE);

    private static final String EMPTY = "empty";
    private static final String CLAIMED = "claimed";
    private static final List<String> CLAIMS = List.of(CLAIMED, EMPTY, FAILURE);

    private final TopicTags topics;
    private final DestinationTags destinations;
    private final MeterProvider<Counter> scheduled;
    private final MeterProvider<Counter> cancelled;
    private final MeterProvider<Counter> delivered;
    private final MeterProvider<Counter> retried;
    private final MeterProvider<Counter> dead;
    private final MeterProvider<Counter> expired;
    private final MeterProvider<Counter> deferred;
    private final MeterProvider<Counter> droppedEvents;
    private final MeterProvider<Timer> lateness;
    private final MeterProvider<Timer> sends;
    private final MeterProvider<Timer> claims;

    QueueMeters(MeterRegistry registry, TopicTags topics, DestinationTags destinations) {
        this.topics = topics;
        this.destinations = destinations;
        scheduled = counter(DelayQueueMeter.SCHEDULED, registry);
        cancelled = counter(DelayQueueMeter.CANCELLED, registry);
        delivered = counter(DelayQueueMeter.DELIVERED, registry);
        retried = counter(DelayQueueMeter.RETRIED, registry);
        dead = counter(DelayQueueMeter.DEAD, registry);
        expired = counter(DelayQueueMeter.EXPIRED, registry);
        deferred = counter(DelayQueueMeter.DEFERRED, registry);
        droppedEvents = counter(DelayQueueMeter.DROPPED_EVENTS, registry);
        lateness =
                timer(DelayQueueMeter.LATENESS).serviceLevelObjectives(LATENESS).withRegistry(registry);
        sends = timer(DelayQueueMeter.SEND).withRegistry(registry);
        claims = timer(DelayQueueMeter.CLAIM).withRegistry(registry);
        topics.onNew(this::register);
        SENDS.forEach(outcome -> sends.withTags(outcome(outcome)));
        CLAIMS.forEach(outcome -> claims.withTags(outcome(outcome)));
    }

    /** Counters begin at 0, not with their first event: what grows from nothing to 1 has no increase for Prometheus. */
    private void register(String topic) {
        Tags tags = Tags.of(Tag.TOPIC.asString(), topic);
        scheduled.withTags(tags.and(outcome(Receipt.Outcome.SCHEDULED)));
        cancelled.withTags(tags.and(outcome(CancelResult.CANCELLED)));
        Tags delivery = tags.and(Tag.DESTINATION.asString(), destinations.ofTopic(topic));
        List.of(delivered, retried, dead, expired).forEach(counter -> counter.withTags(delivery));
    }

    private static MeterProvider<Counter> counter(DelayQueueMeter meter, MeterRegistry registry) {
        return Counter.builder(meter.getName()).description(meter.description()).withRegistry(registry);
    }

    private static Timer.Builder timer(DelayQueueMeter meter) {
        return Timer.builder(meter.getName()).description(meter.description());
    }

    @Override
    public Sending sending(Collection<OutgoingMessage> messages) {
        long began = System.nanoTime();
        return new Sending() {
            @Override
            public Collection<OutgoingMessage> messages() {
                return messages;
            }

            @Override
            public void ended(List<Receipt> accepted, @Nullable Throwable thrown) {
                sends.withTags(outcome(thrown == null ? SUCCESS : FAILURE))
                        .record(Duration.ofNanos(System.nanoTime() - began));
                accepted.forEach(receipt -> scheduled
                        .withTags(topic(receipt.topic()).and(outcome(receipt.outcome())))
                        .increment());
            }
        };
    }

    @Override
    public void cancelled(String topic, CancelResult result) {
        if (result != CancelResult.NOT_FOUND) {
            cancelled.withTags(topic(topic).and(outcome(result))).increment();
        }
    }

    @Override
    public void claimed(@Nullable ClaimResult claim, Duration took) {
        String outcome = claim == null ? FAILURE : claim.messages().isEmpty() ? EMPTY : CLAIMED;
        claims.withTags(outcome(outcome)).record(took);
    }

    /** Counting takes no time, and must miss nothing. */
    @Override
    public boolean isNonBlocking() {
        return true;
    }

    @Override
    public void started(DelayedMessage message) {
        var unused = topics.of(message.topic());
    }

    @Override
    public void delivered(DelayedMessage message, Duration late, Duration took) {
        Tags tags = delivery(message.topic());
        delivered.withTags(tags).increment();
        lateness.withTags(tags.and(Tag.ATTEMPT.asString(), message.attempt() == 1 ? "first" : "again"))
                .record(late.plus(took));
    }

    @Override
    public void retried(DelayedMessage message, Throwable cause, Duration delay) {
        retried.withTags(delivery(message.topic())).increment();
    }

    @Override
    public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
        dead.withTags(delivery(message.topic())).increment();
    }

    @Override
    public void expired(DelayedMessage message, Duration late) {
        expired.withTags(delivery(message.topic())).increment();
    }

    @Override
    public void deferred(String topic, DeferralReason reason) {
        deferred.withTags(topic(topic).and(Tag.REASON.asString(), lowerCase(reason)))
                .increment();
    }

    @Override
    public void eventDropped(DispatchListener listener) {
        droppedEvents
                .withTags(Tags.of(
                        Tag.LISTENER.asString(),
                        ClassUtils.getUserClass(listener).getName()))
                .increment();
    }

    private Tags topic(String topic) {
        return Tags.of(Tag.TOPIC.asString(), topics.of(topic));
    }

    /** A topic has one destination, so the second tag adds no series but those of the topics that are not named. */
    private Tags delivery(String topic) {
        return topic(topic).and(Tag.DESTINATION.asString(), destinations.ofTopic(topic));
    }

    private static Tags outcome(Enum<?> outcome) {
        return outcome(lowerCase(outcome));
    }

    private static String lowerCase(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static Tags outcome(String outcome) {
        return Tags.of(Tag.OUTCOME.asString(), outcome);
    }
}
