package org.delay.redisson.rabbit;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DestinationUnavailable;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that the broker has refused, for routes that depend on the message. Each refusal closes a channel, so an address
 * is tried rarely, and its messages are not published meanwhile. Thread-safe.
 */
@Slf4j
@RequiredArgsConstructor
final class RefusedKeys {

    static final Duration FIRST_BACK_OFF = Duration.ofSeconds(1);

    static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(30);

    /** Beyond this many, all are forgotten, and tried again. */
    static final int MAX_ADDRESSES = 10_000;

    /** How many addresses are warned about, once each, until none was refused for {@link #MEMORY}. */
    private static final int WARNINGS = 20;

    /** A full queue refuses and accepts in turns. */
    static final Duration MEMORY = Duration.ofMinutes(10);

    /** @param routingKey null if it is about the whole exchange */
    private record Key(String exchange, @Nullable String routingKey) {}

    /** @param until when the address may be tried again, by the clock */
    private record Refusal(long until, Duration backOff, DestinationUnavailable failure) {}

    private final LongSupplier nanos;
    private final Map<Key, Refusal> refusals = new ConcurrentHashMap<>();
    private final Set<Key> warned = ConcurrentHashMap.newKeySet();
    private volatile long lastRefused;

    /** Why the message is not published now, or null if it may be. */
    @Nullable
    DestinationUnavailable of(AddressedMessage message) {
        if (refusals.isEmpty()) {
            return null;
        }
        DestinationUnavailable ofExchange = of(new Key(message.exchange(), null));
        return ofExchange != null ? ofExchange : of(new Key(message.exchange(), message.routingKey()));
    }

    private @Nullable DestinationUnavailable of(Key key) {
        Refusal refusal = refusals.get(key);
        return refusal != null && refusal.until() - nanos.getAsLong() > 0 ? refusal.failure() : null;
    }

    /** The broker has refused a message because of its exchange. Returns the message's failure. */
    DestinationUnavailable exchangeRefused(AddressedMessage message, String reason, Throwable cause) {
        return refused(new Key(message.exchange(), null), reason, cause);
    }

    /** The broker has refused a message because of its exchange and routing key. Returns the message's failure. */
    DestinationUnavailable keyRefused(AddressedMessage message, String reason, @Nullable Throwable cause) {
        return refused(new Key(message.exchange(), message.routingKey()), reason, cause);
    }

    private DestinationUnavailable refused(Key key, String reason, @Nullable Throwable cause) {
        if (refusals.size() >= MAX_ADDRESSES) {
            refusals.clear();
        }
        long now = nanos.getAsLong();
        Refusal refusal = refusals.compute(
                key, (same, last) -> last != null && last.until() - now > 0 ? last : refusal(now, last, reason, cause));
        if (isNews(key, now)) {
            log.warn("{}. Messages for this address wait without using up attempts; others are delivered", reason);
        }
        return refusal.failure();
    }

    private boolean isNews(Key key, long now) {
        if (now - lastRefused > MEMORY.toNanos()) {
            warned.clear();
        }
        lastRefused = now;
        return warned.size() < WARNINGS && warned.add(key);
    }

    private static Refusal refusal(long now, @Nullable Refusal last, String reason, @Nullable Throwable cause) {
        Duration doubled = last == null ? FIRST_BACK_OFF : last.backOff().multipliedBy(2);
        Duration backOff = doubled.compareTo(LONGEST_BACK_OFF) > 0 ? LONGEST_BACK_OFF : doubled;
        return new Refusal(now + backOff.toNanos(), backOff, DestinationUnavailable.ofMessage(reason, backOff, cause));
    }

    /** The broker has taken a message. */
    void accepted(AddressedMessage message) {
        if (!refusals.isEmpty()) {
            refusals.remove(new Key(message.exchange(), null));
            refusals.remove(new Key(message.exchange(), message.routingKey()));
        }
    }
}
