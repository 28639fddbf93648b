package org.delay.redisson.autoconfigure;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Every meter, as {@code docs/observability.md} shows them. */
enum DelayQueueMeter implements MeterDocumentation {
    SCHEDULED(
            "delay.queue.scheduled",
            Meter.Type.COUNTER,
            null,
            "Messages that this application sent, by outcome: scheduled, replaced, kept and so on",
            Tag.TOPIC,
            Tag.OUTCOME),
    CANCELLED(
            "delay.queue.cancelled",
            Meter.Type.COUNTER,
            null,
            "Messages that this application cancelled: cancelled, or in_flight where a delivery may still arrive",
            Tag.TOPIC,
            Tag.OUTCOME),
    DELIVERED(
            "delay.queue.delivered",
            Meter.Type.COUNTER,
            null,
            "Messages that this application delivered: the broker has confirmed, or the consumer has returned",
            Tag.TOPIC),
    RETRIED("delay.queue.retried", Meter.Type.COUNTER, null, "Deliveries that failed and are tried again", Tag.TOPIC),
    DEAD("delay.queue.dead", Meter.Type.COUNTER, null, "Messages that became dead letters", Tag.TOPIC),
    EXPIRED(
            "delay.queue.expired",
            Meter.Type.COUNTER,
            null,
            "Messages that were dropped because they had outlived their time to live",
            Tag.TOPIC),
    DROPPED_EVENTS(
            "delay.queue.dropped.events",
            Meter.Type.COUNTER,
            null,
            "Events that were dropped because a listener did not keep up",
            Tag.LISTENER),
    LATENESS(
            "delay.queue.lateness",
            Meter.Type.TIMER,
            null,
            "Time from a message's due time until it is handed to the consumer, as a histogram of successful"
                    + " deliveries. Attempts after the first are tagged 'again' and include the back-off",
            Tag.TOPIC,
            Tag.ATTEMPT),
    SEND(
            "delay.queue.send",
            Meter.Type.TIMER,
            null,
            "Time that a send takes, of one message or many: success or failure",
            Tag.OUTCOME),
    CLAIM(
            "delay.queue.claim",
            Meter.Type.TIMER,
            null,
            "Time that a claim takes: claimed, empty or failure",
            Tag.OUTCOME),
    TOPICS("delay.queue.topics", Meter.Type.GAUGE, null, "Topics that the service has"),
    PENDING(
            "delay.queue.pending",
            Meter.Type.GAUGE,
            null,
            "Messages that wait for their due time or their turn",
            Tag.TOPIC),
    IN_FLIGHT("delay.queue.in.flight", Meter.Type.GAUGE, null, "Messages that are being delivered", Tag.TOPIC),
    DEAD_LETTERS("delay.queue.dead.letters", Meter.Type.GAUGE, null, "Dead letters that are kept", Tag.TOPIC),
    OLDEST_OVERDUE(
            "delay.queue.oldest.overdue",
            Meter.Type.GAUGE,
            "seconds",
            "How long the oldest message that is due has waited for its turn, 0 where none does",
            Tag.TOPIC),
    PAUSED("delay.queue.paused", Meter.Type.GAUGE, null, "1 while the topic is paused, else 0", Tag.TOPIC);

    /** What meters are told apart by. */
    enum Tag implements KeyName {
        TOPIC,
        OUTCOME,
        ATTEMPT,
        LISTENER;

        @Override
        public String asString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final String meter;
    private final Meter.Type type;
    private final @Nullable String unit;
    private final String description;
    /** Never changed, and only copies are given away. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Tag[] tags;

    DelayQueueMeter(String meter, Meter.Type type, @Nullable String unit, String description, Tag... tags) {
        this.meter = meter;
        this.type = type;
        this.unit = unit;
        this.description = description;
        this.tags = tags;
    }

    @Override
    public String getName() {
        return meter;
    }

    @Override
    public Meter.Type getType() {
        return type;
    }

    @Override
    public @Nullable String getBaseUnit() {
        return unit;
    }

    @Override
    public KeyName[] getKeyNames() {
        return tags.clone();
    }

    /** One sentence for people. */
    String description() {
        return description;
    }
}
