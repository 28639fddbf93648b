package org.delay.redisson.benchmark.http;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/** A line, and a body after those lines that give its size. */
final class BeanstalkFraming implements Framing {

    private static final Set<String> FINE = Set.of("INSERTED", "USING", "WATCHING", "RESERVED", "DELETED", "TIMED_OUT");

    @Override
    public int end(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                String[] words = new String(bytes, from, i - from, StandardCharsets.ISO_8859_1)
                        .strip()
                        .split(" ");
                if (!FINE.contains(words[0])) {
                    throw new IllegalStateException(String.join(" ", words));
                }
                int end = i + 1 + (words[0].equals("RESERVED") ? Integer.parseInt(words[2]) + 2 : 0);
                return end <= to ? end : -1;
            }
        }
        return -1;
    }
}
