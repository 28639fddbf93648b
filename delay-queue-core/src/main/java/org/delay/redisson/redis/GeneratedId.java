package org.delay.redisson.redis;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * Ids of messages that were sent without one: 80 random bits in 14 characters. An id is stored twice, and Redis stores 14
 * characters in half the memory of 15. Among ten billion ids, the chance of two equal ones is one in twenty thousand (birthday
 * bound).
 */
final class GeneratedId {

    private static final int BYTES = 10;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private GeneratedId() {}

    static String next() {
        byte[] bits = new byte[BYTES];
        RANDOM.nextBytes(bits);
        return ENCODER.encodeToString(bits);
    }
}
