package org.delay.redisson.http;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A new token: what a client gets, and what properties say of it.
 *
 * <p>Public for this library's own modules only; it may change.
 *
 * @param token for the client, and to be shown once
 * @param sha256 its SHA-256 in hexadecimal digits, for {@code delay.redisson.http.tokens.<name>.sha256}
 */
public record NewToken(String token, String sha256) {

    private static final int BYTES = 32;

    /**
     * Makes a token at random.
     *
     * @param name 1 to 50 lowercase letters, digits and {@code -}
     * @throws IllegalArgumentException for any other name
     */
    public static NewToken named(String name) {
        if (!Tokens.isName(name)) {
            throw new IllegalArgumentException(
                    "name must have 1 to 50 lowercase letters, digits or '-', but is '" + name + "'");
        }
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        String token =
                "dq_" + name + "_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        return new NewToken(token, HexFormat.of().formatHex(Tokens.sha256(token)));
    }

    /** Omits the token, which is a secret. */
    @Override
    public String toString() {
        return "NewToken[sha256=" + sha256 + "]";
    }
}
