package org.delay.redisson.http.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs messages as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> says, once with each secret. Immutable. */
final class Signer {

    private static final String ALGORITHM = "HmacSHA256";
    private static final String PREFIX = "whsec_";
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;

    private final List<Key> keys;

    /** @throws IllegalArgumentException if a secret is none; the text does not repeat it */
    Signer(List<String> secrets) {
        if (secrets.isEmpty() || secrets.size() > 2) {
            throw new IllegalArgumentException("there must be 1 or 2 secrets, but there are " + secrets.size());
        }
        keys = secrets.stream().map(Signer::key).toList();
    }

    private static Key key(String secret) {
        if (!secret.startsWith(PREFIX)) {
            throw new IllegalArgumentException("a secret must begin with '" + PREFIX + "'");
        }
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a secret must be Base64 after '" + PREFIX + "'", e);
        }
        if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("a secret must have " + MIN_BYTES + " to " + MAX_BYTES
                    + " bytes after Base64 is decoded, but has " + bytes.length);
        }
        return new SecretKeySpec(bytes, ALGORITHM);
    }

    /** The value of the header {@code webhook-signature}. */
    String sign(String id, long seconds, byte[] body) {
        byte[] head = (id + "." + seconds + ".").getBytes(UTF_8);
        return keys.stream().map(key -> "v1," + signature(key, head, body)).collect(Collectors.joining(" "));
    }

    private static String signature(Key key, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head);
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JDK can't sign with " + ALGORITHM, e);
        }
    }
}
