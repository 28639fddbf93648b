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

    /** How long messages wait while one of their address is waiting for its confirm. */
    static final Duration WHILE_ONE_TRIES = Duration.ofSeconds(2);

    /** Beyond this many, all are forgotten, and tried again. */
    static final int MAX_ADDRESSES = 10_000;

    /** @param until when one message may try again, by the clock */
    private record Silence(long until, boolean oneTries) {}

    private final LongSupplier nanos;

    /** How long an address is left alone, and how long a message that tries it keeps it for itself. */
    private final Duration pause;

    private final Map<Address, Silence> silences = new ConcurrentHashMap<>();

    /** How long the message waits, or null if it is published now. Then one of the other methods must hear what became of it. */
    @Nullable
    Duration waits(AddressedMessage message) {
        Silence silence = silences.get(message.address());
        if (silence == null) {
            return null;
        }
        long left = silence.until() - nanos.getAsLong();
        if (left <= 0 && silences.replace(message.address(), silence, silence(true))) {
            return null;
        }
        return left <= 0 || silence.oneTries() ? WHILE_ONE_TRIES : Duration.ofNanos(left);
    }

    /** The message was not confirmed so far, and others need not be published until it is. */
    void suspected(AddressedMessage message) {
        makeRoom();
        silences.putIfAbsent(message.address(), silence(true));
    }

    /** The message was not confirmed in time. Returns how long it waits. */
    Duration unconfirmed(AddressedMessage message) {
        makeRoom();
        silences.put(message.address(), silence(false));
        return pause;
    }

    /** The message was answered, or failed for another reason. */
    void forget(AddressedMessage message) {
        silences.remove(message.address());
    }

    private void makeRoom() {
        if (silences.size() >= MAX_ADDRESSES) {
            silences.clear();
        }
    }

    private Silence silence(boolean oneTries) {
        return new Silence(nanos.getAsLong() + pause.toNanos(), oneTries);
    }
}
