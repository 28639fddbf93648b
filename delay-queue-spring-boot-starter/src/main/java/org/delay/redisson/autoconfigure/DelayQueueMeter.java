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
            "Messages that this application sent, by outcome, such as scheduled, replaced or kept",
            Tag.TOPIC,
            Tag.OUTCOME),
    CANCELLED(
            "delay.queue.cancelled",
            Meter.Type.COUNTER,
            null,
            "Cancels that this application made, by outcome: cancelled; in_flight if a delivery may still arrive; recorded"
                    + " if it takes effect later, for example at the commit",
            Tag.TOPIC,
            Tag.OUTCOME),
    DELIVERED(
            "delay.queue.delivered",
            Meter.Type.COUNTER,
            null,
            "Messages that this application delivered: the broker confirmed them, or the consumer returned",
            Tag.TOPIC,
            Tag.DESTINATION),
    RETRIED(
            "delay.queue.retried",
            Meter.Type.COUNTER,
            null,
            "Deliveries that failed and will be retried",
            Tag.TOPIC,
            Tag.DESTINATION),
    DEAD("delay.queue.dead", Meter.Type.COUNTER, null, "Messages that became dead letters", Tag.TOPIC, Tag.DESTINATION),
    EXPIRED(
            "delay.queue.expired",
            Meter.Type.COUNTER,
            null,
            "Messages that were dropped because they had outlived their time to live",
            Tag.TOPIC,
            Tag.DESTINATION),
    DEFERRED(
            "delay.queue.deferred",
            Meter.Type.COUNTER,
            null,
            "Claims of due messages that this application put off, by reason",
            Tag.TOPIC,
            Tag.REASON),
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
            "Time from a message's due time until its delivery succeeds, as a histogram of successful deliveries: until"
                    + " the broker has confirmed the message, or the consumer has returned. Attempts after the first are tagged 'again' and include the back-off",
            Tag.TOPIC,
            Tag.DESTINATION,
            Tag.ATTEMPT),
    DESTINATION_AVAILABLE(
            "delay.queue.destination.available",
            Meter.Type.GAUGE,
            null,
            "1 while this application can deliver to the destination, 0 while the destination is unavailable",
            Tag.DESTINATION),
    SUBSCRIPTION(
            "delay.queue.subscription",
            Meter.Type.GAUGE,
            null,
            "1 while wake-ups arrive at this application, 0 while they do not and messages are late by up to consumer-sleep"),
    SEND(
            "delay.queue.send",
            Meter.Type.TIMER,
            null,
            "Time that a send of one or many messages takes, by outcome: success or failure",
            Tag.OUTCOME),
    CLAIM(
            "delay.queue.claim",
            Meter.Type.TIMER,
            null,
            "Time that a claim takes, by outcome: claimed, empty or failure",
            Tag.OUTCOME),
    TOPICS("delay.queue.topics", Meter.Type.GAUGE, null, "Topics that the service has"),
    PENDING(
            "delay.queue.pending",
            Meter.Type.GAUGE,
            null,
            "Messages that wait for their due time or for delivery",
            Tag.TOPIC),
    IN_FLIGHT("delay.queue.in.flight", Meter.Type.GAUGE, null, "Messages that are being delivered", Tag.TOPIC),
    DEAD_LETTERS("delay.queue.dead.letters", Meter.Type.GAUGE, null, "Dead letters that are kept", Tag.TOPIC),
    OLDEST_OVERDUE(
            "delay.queue.oldest.overdue",
            Meter.Type.GAUGE,
            "seconds",
            "How long the oldest overdue message has waited for delivery, or 0 if none is overdue",
            Tag.TOPIC),
    PAUSED(
            "delay.queue.paused",
            Meter.Type.GAUGE,
            null,
            "1 while the topic is paused, otherwise 0. For the tag 'other', the number of paused topics",
            Tag.TOPIC),
    JOURNAL_PENDING(
            "delay.queue.journal.pending",
            Meter.Type.GAUGE,
            null,
            "Recorded changes that must still be sent, or sent again, to Redis, counted up to 10,000"),
    JOURNAL_OLDEST_PENDING(
            "delay.queue.journal.oldest.pending",
            Meter.Type.GAUGE,
            "seconds",
            "How long the oldest of these changes has waited, or 0 if there is none"),
    JOURNAL_RELAY(
            "delay.queue.journal.relay",
            Meter.Type.TIMER,
            null,
            "Time from the end of a transaction until its changes are in Redis, if this application relayed them"),
    JOURNAL_DROPPED(
            "delay.queue.journal.dropped",
            Meter.Type.COUNTER,
            null,
            "Claimed messages that were not delivered, because the journal says that they have ended or changed"),
    JOURNAL_UNCHECKED(
            "delay.queue.journal.unchecked",
            Meter.Type.COUNTER,
            null,
            "Messages that were delivered unchecked, because the journal's database did not answer"),
    JOURNAL_AHEAD(
            "delay.queue.journal.ahead",
            Meter.Type.COUNTER,
            null,
            "Messages whose revision is newer in Redis than in the database: the database was set back"),
    JOURNAL_UNRECORDED(
            "delay.queue.journal.unrecorded",
            Meter.Type.GAUGE,
            null,
            "Outcomes that this application keeps in memory until the database accepts them"),
    JOURNAL_FORGOTTEN(
            "delay.queue.journal.forgotten",
            Meter.Type.COUNTER,
            null,
            "Outcomes that did not fit into memory: the audit or a restore delivers these messages again"),
    JOURNAL_BYPASSED(
            "delay.queue.journal.bypassed",
            Meter.Type.COUNTER,
            null,
            "Messages that were sent without being recorded, because the journal's database did not answer"),
    JOURNAL_HELD(
            "delay.queue.journal.held",
            Meter.Type.COUNTER,
            null,
            "Messages that were held back, because the journal's database did not answer"),
    JOURNAL_LOST(
            "delay.queue.journal.lost",
            Meter.Type.COUNTER,
            null,
            "Losses of data in Redis that this application noticed, counted for each shard"),
    JOURNAL_RESTORED(
            "delay.queue.journal.restored",
            Meter.Type.COUNTER,
            null,
            "Messages that Redis had lost and this application restored"),
    JOURNAL_ABSENT(
            "delay.queue.journal.absent",
            Meter.Type.COUNTER,
            null,
            "Overdue messages that the audit did not find in Redis and sent again"),
    JOURNAL_WAITING_SHARDS(
            "delay.queue.journal.waiting.shards",
            Meter.Type.GAUGE,
            null,
            "Shards that have lost messages and wait for an operator to restore them"),
    JOURNAL_AUDIT_STOPPED(
            "delay.queue.journal.audit.stopped",
            Meter.Type.GAUGE,
            null,
            "1 while the audit has stopped and waits for an operator, otherwise 0");

    /** What meters are told apart by. */
    enum Tag implements KeyName {
        TOPIC,
        DESTINATION,
        OUTCOME,
        ATTEMPT,
        REASON,
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
