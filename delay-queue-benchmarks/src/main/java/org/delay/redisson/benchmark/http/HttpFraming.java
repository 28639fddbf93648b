package org.delay.redisson.benchmark.http;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** HTTP 1.1 with a Content-Length. Any status but 2xx is a failure. */
final class HttpFraming implements Framing {

    private static final String LENGTH = "\r\ncontent-length:";
    private static final int STATUS = "HTTP/1.1 ".length();

    @Override
    public int end(byte[] bytes, int from, int to) {
        int body = endOfHead(bytes, from, to);
        if (body < 0) {
            return -1;
        }
        String head = new String(bytes, from, body - from, StandardCharsets.ISO_8859_1);
        int end = body + length(head);
        if (end > to) {
            return -1;
        }
        if (head.charAt(STATUS) != '2') {
            throw new IllegalStateException(head.lines().findFirst().orElse("") + " "
                    + new String(bytes, body, end - body, StandardCharsets.ISO_8859_1));
        }
        return end;
    }

    private static int endOfHead(byte[] bytes, int from, int to) {
        for (int i = from + 3; i < to; i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
                return i + 1;
            }
        }
        return -1;
    }

    private static int length(String head) {
        int at = head.toLowerCase(Locale.ROOT).indexOf(LENGTH);
        if (at < 0) {
            throw new IllegalStateException("An answer has no Content-Length: " + head);
        }
        return Integer.parseInt(
                head.substring(at + LENGTH.length(), head.indexOf('\r', at + 2)).strip());
    }
}
