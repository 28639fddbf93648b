package org.delay.redisson.rabbit;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import lombok.RequiredArgsConstructor;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Address;

/**
 * The addresses that the broker does not confirm, though it answers. One message at a time tries such an address: it may take up a
 * worker for as long as a publication may last, and leave one more copy in the queue. Thread-safe.
 */
@RequiredArgsConstructor
final class SilentKeys {

    /** How long messages wait at most while one of their address is waiting for its confirm. */
    static final Duration WHILE_ONE_TRIES = Duration.ofSeconds(2);

    /** As long as {@link RefusedKeys#LONGEST_BACK_OFF}. */
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** Beyond this many, all are forgotten, and tried again. */
    static final int MAX_ADDRESSES = 10_000;

    /** @param until when one message may try again, by the clock */
    private record Silence(long until, boolean oneTries) {}

    private final LongSupplier nanos;

    /** How long a message that tries an address keeps it for itself. The address is left alone for the same time, within limits. */
    private final Duration timeout;

    private final Map<Address, Silence> silences = new ConcurrentHashMap<>();

    /** How long the message waits, or null if it is published now. Then one of the other methods must hear what became of it. */
    @Nullable
    Duration waits(AddressedMessage message) {
        Silence silence = silences.get(message.address());
        if (silence == null) {
            return null;
        }
        long left = silence.until() - nanos.getAsLong();
        if (left <= 0 && silences.replace(message.address(), silence, tries())) {
            return null;
        }
        return left <= 0 || silence.oneTries() ? atMost(WHILE_ONE_TRIES) : Duration.ofNanos(left);
    }

    /** The message was not confirmed so far, and others need not be published until it is. */
    void suspected(AddressedMessage message) {
        makeRoom();
        silences.putIfAbsent(message.address(), tries());
    }

    /** The message was not confirmed in time. Returns how long it waits. */
    Duration unconfirmed(AddressedMessage message) {
        makeRoom();
        Duration pause = atMost(LONGEST_PAUSE);
        silences.put(message.address(), new Silence(nanos.getAsLong() + pause.toNanos(), false));
        return pause;
    }

    /** The message was answered. */
    void forget(AddressedMessage message) {
        silences.remove(message.address());
    }

    /** Nobody waits for the message's answer any more, so the next message tries. */
    void undecided(AddressedMessage message) {
        silences.computeIfPresent(
                message.address(),
                (same, silence) -> silence.oneTries() ? new Silence(nanos.getAsLong(), true) : silence);
    }

    private void makeRoom() {
        if (silences.size() >= MAX_ADDRESSES) {
            silences.clear();
        }
    }

    private Silence tries() {
        return new Silence(nanos.getAsLong() + timeout.toNanos(), true);
    }

    private Duration atMost(Duration limit) {
        return timeout.compareTo(limit) < 0 ? timeout : limit;
    }
}
