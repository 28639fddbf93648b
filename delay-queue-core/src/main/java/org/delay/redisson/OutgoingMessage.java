package org.delay.redisson;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message to send, with all its options. Immutable.
 *
 * <pre>{@code
 * return producer.sendMessage(OutgoingMessage.to("reminder")
 *         .body(order)
 *         .delay(Duration.ofHours(2))
 *         .priority(9)
 *         .timeToLive(Duration.ofMinutes(15))
 *         .key(order.id())
 *         .header("campaign", "spring")
 *         .build());
 * }</pre>
 *
 * @param topic the destination: 1 to 249 letters, digits, {@code .}, {@code _} or {@code -} (Kafka's rule for topics)
 * @param id 1 to 200 characters without control characters, or null to have one generated. Topic and id identify a message
 * @param body a {@link CharSequence}, delivered unchanged, or an object that the {@link BodyConverter} writes
 * @param key the Kafka record's key, or null
 * @param headers sent with the message as UTF-8 text, at most {@value Headers#MAX_BYTES} bytes together with the key. Names
 *     that begin with {@value Headers#PREFIX} are reserved
 * @param delay the time until delivery, by Redis's clock, rounded up to a millisecond; null if dueTime is given
 * @param dueTime when to deliver, rounded up to a millisecond; a time in the past means now; null if delay is given
 * @param priority 0 to 9: among due messages, those with priority 9 are claimed first
 * @param timeToLive how long after its due time the message may still be delivered, at least a millisecond, or null for no
 *     limit. An older message is dropped, counted and reported
 * @param onDuplicate what to do if a message with this topic and id exists
 */
public record OutgoingMessage(
        String topic,
        @Nullable String id,
        Object body,
        @Nullable String key,
        Map<String, String> headers,
        @Nullable Duration delay,
        @Nullable Instant dueTime,
        int priority,
        @Nullable Duration timeToLive,
        OnDuplicate onDuplicate) {

    /** The default priority. */
    public static final int DEFAULT_PRIORITY = 4;

    /** The highest priority. */
    public static final int MAX_PRIORITY = 9;

    /** The stored form has 13 digits for milliseconds. */
    static final Instant LAST_DUE_TIME = Instant.ofEpochMilli(9_999_999_999_999L);

    private static final Duration MAX_TIME_TO_LIVE = Duration.ofDays(36_525);

    /** What a send does if a message with its topic and id exists. */
    public enum OnDuplicate {
        /** The new body and due time replace the old ones. This is the default. */
        REPLACE,
        /** The existing message stays unchanged. */
        KEEP,
        /** The send fails with {@link DelayQueueException.Duplicate}. */
        REJECT
    }

    /**
     * Checks all options.
     *
     * @throws IllegalArgumentException naming the argument and its value, if a rule is broken
     */
    public OutgoingMessage {
        Checks.topic(topic);
        if (id != null) {
            Checks.id(id);
        }
        Checks.given("body", body);
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        Headers.check(key, headers);
        if ((delay == null) == (dueTime == null)) {
            throw new IllegalArgumentException(
                    "delay and dueTime: give one of them, not " + (delay == null ? "none" : "both"));
        }
        if (delay != null) {
            Checks.notNegative("delay", delay);
        }
        Checks.priority(priority);
        if (dueTime != null && dueTime.isAfter(LAST_DUE_TIME)) {
            throw new IllegalArgumentException("dueTime must be at most " + LAST_DUE_TIME + ", but is " + dueTime);
        }
        if (timeToLive != null) {
            Checks.positive("timeToLive", timeToLive);
            if (timeToLive.compareTo(MAX_TIME_TO_LIVE) > 0) {
                throw new IllegalArgumentException("timeToLive must be at most " + DurationText.of(MAX_TIME_TO_LIVE)
                        + ", but is " + DurationText.of(timeToLive));
            }
        }
        Checks.given("onDuplicate", onDuplicate);
    }

    /** Starts to build a message to a topic. */
    public static Builder to(String topic) {
        return new Builder(topic);
    }

    /**
     * The body as the text that is stored.
     *
     * @throws IllegalArgumentException if it is not valid Unicode: half of a surrogate pair can't be stored
     */
    public String text(BodyConverter converter) {
        return Checks.unicode("body", body instanceof CharSequence text ? text.toString() : converter.write(body));
    }

    /** Omits the body, which may contain data that must not be logged. */
    @Override
    public String toString() {
        return "OutgoingMessage[topic=%s, id=%s, delay=%s, dueTime=%s, priority=%d]"
                .formatted(topic, id, delay, dueTime, priority);
    }

    /** Builds an {@link OutgoingMessage}. Not thread-safe. */
    public static final class Builder {

        private final String topic;
        private final Map<String, String> headers = new LinkedHashMap<>();
        private @Nullable String id;
        private @Nullable Object body;
        private @Nullable String key;
        private @Nullable Duration delay;
        private @Nullable Instant dueTime;
        private int priority = DEFAULT_PRIORITY;
        private @Nullable Duration timeToLive;
        private OnDuplicate onDuplicate = OnDuplicate.REPLACE;

        private Builder(String topic) {
            this.topic = topic;
        }

        /** The body. Required. */
        public Builder body(Object body) {
            this.body = body;
            return this;
        }

        /** The id. By default, one is generated. */
        public Builder id(@Nullable String id) {
            this.id = id;
            return this;
        }

        /** The Kafka record's key. */
        public Builder key(@Nullable String key) {
            this.key = key;
            return this;
        }

        /** Adds a header. */
        public Builder header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        /** The time until delivery, by Redis's clock. */
        public Builder delay(Duration delay) {
            this.delay = delay;
            return this;
        }

        /** When to deliver. */
        public Builder dueTime(Instant dueTime) {
            this.dueTime = dueTime;
            return this;
        }

        /** 0 to 9: among due messages, those with priority 9 are claimed first. */
        public Builder priority(int priority) {
            this.priority = priority;
            return this;
        }

        /** How long after its due time the message may still be delivered: at least a millisecond. */
        public Builder timeToLive(@Nullable Duration timeToLive) {
            this.timeToLive = timeToLive;
            return this;
        }

        /** What to do if a message with this topic and id exists. The default is to replace it. */
        public Builder onDuplicate(OnDuplicate onDuplicate) {
            this.onDuplicate = onDuplicate;
            return this;
        }

        /**
         * The message.
         *
         * @throws IllegalArgumentException naming the argument and its value, if a rule is broken
         */
        public OutgoingMessage build() {
            return new OutgoingMessage(
                    topic,
                    id,
                    Checks.given("body", body),
                    key,
                    headers,
                    delay,
                    dueTime,
                    priority,
                    timeToLive,
                    onDuplicate);
        }
    }
}
