package org.delay.redisson.rabbit;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DestinationUnavailable;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that the broker has refused or does not confirm, for routes that depend on the message. Each time costs a channel, so
 * an address is tried rarely, and its messages are not published meanwhile. Thread-safe.
 */
@Slf4j
final class RefusedKeys implements Addresses {

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
    private final SilentKeys silent;
    private volatile long lastRefused;

    /** @param timeout how long a publication may take */
    RefusedKeys(LongSupplier nanos, Duration timeout) {
        this.nanos = nanos;
        this.silent = new SilentKeys(nanos, timeout);
    }

    @Override
    public @Nullable DestinationUnavailable unavailable(AddressedMessage message) {
        DestinationUnavailable ofExchange = of(new Key(message.exchange(), null));
        DestinationUnavailable refusal =
                ofExchange != null ? ofExchange : of(new Key(message.exchange(), message.routingKey()));
        if (refusal != null) {
            return refusal;
        }
        Duration wait = silent.waits(message);
        return wait == null
                ? null
                : DestinationUnavailable.ofMessage(AmqpFailures.unconfirmed(message), false, wait, null);
    }

    private @Nullable DestinationUnavailable of(Key key) {
        Refusal refusal = refusals.get(key);
        long left = refusal == null ? 0 : refusal.until() - nanos.getAsLong();
        return refusal == null || left <= 0
                ? null
                : DestinationUnavailable.ofMessage(
                        String.valueOf(refusal.failure().getMessage()), false, Duration.ofNanos(left), null);
    }

    @Override
    public DestinationUnavailable exchangeRefused(AddressedMessage message, String reason, Throwable cause) {
        return refused(new Key(message.exchange(), null), reason, cause);
    }

    @Override
    public DestinationUnavailable keyRefused(AddressedMessage message, String reason, @Nullable Throwable cause) {
        return refused(new Key(message.exchange(), message.routingKey()), reason, cause);
    }

    @Override
    public void suspected(AddressedMessage message) {
        silent.suspected(message);
    }

    @Override
    public DestinationUnavailable unconfirmed(AddressedMessage message, Throwable cause) {
        String reason = AmqpFailures.unconfirmed(message);
        warn(new Key(message.exchange(), message.routingKey()), reason);
        return DestinationUnavailable.ofMessage(reason, true, silent.unconfirmed(message), cause);
    }

    @Override
    public void answered(AddressedMessage message) {
        silent.forget(message);
    }

    @Override
    public void undecided(AddressedMessage message) {
        silent.undecided(message);
    }

    @Override
    public void accepted(AddressedMessage message) {
        if (!refusals.isEmpty()) {
            refusals.remove(new Key(message.exchange(), null));
            refusals.remove(new Key(message.exchange(), message.routingKey()));
        }
    }

    private DestinationUnavailable refused(Key key, String reason, @Nullable Throwable cause) {
        if (refusals.size() >= MAX_ADDRESSES) {
            refusals.clear();
        }
        long now = nanos.getAsLong();
        Refusal refusal = refusals.compute(
                key, (same, last) -> last != null && last.until() - now > 0 ? last : refusal(now, last, reason, cause));
        warn(key, reason);
        return refusal.failure();
    }

    private void warn(Key key, String reason) {
        if (isNews(key, nanos.getAsLong())) {
            log.warn("{}. Messages for this address wait without using up attempts; others are delivered", reason);
        }
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
        return new Refusal(
                now + backOff.toNanos(), backOff, DestinationUnavailable.ofMessage(reason, false, backOff, cause));
    }
}
