package org.delay.redisson.test;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.zip.CRC32;

/** What depends on the bytes of a text. */
final class Text {

    private static final SecureRandom RANDOM = new SecureRandom();

    private Text() {}

    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** The shard of an id where messages are spread over this many. */
    static int home(String id, int shards) {
        CRC32 crc = new CRC32();
        crc.update(id.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % shards);
    }

    /** 128 random bits in 22 characters. */
    static String randomId() {
        byte[] bits = new byte[16];
        RANDOM.nextBytes(bits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }
}
