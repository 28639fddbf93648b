package org.delay.redisson.engine;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;

/** Names of claimers: that of the instance, and a number. They are in each lease's token, so its holder can be found. */
@RequiredArgsConstructor
final class ClaimerNames implements Supplier<String> {

    private static final SecureRandom RANDOM = new SecureRandom();

    private static final int NAME_BITS = 60;

    private final String instance;
    private final AtomicLong last = new AtomicLong();

    /** A name for an instance that no other start has. */
    static String newInstance() {
        return new BigInteger(NAME_BITS, RANDOM).toString(Character.MAX_RADIX);
    }

    @Override
    public String get() {
        return instance + "-" + last.incrementAndGet();
    }
}
