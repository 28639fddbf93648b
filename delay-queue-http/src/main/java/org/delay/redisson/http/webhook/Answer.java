package org.delay.redisson.http.webhook;

import java.time.Duration;
import java.time.Instant;
import org.apache.hc.client5.http.utils.DateUtils;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * What a receiver answered.
 *
 * @param retryAfter how long it wants to be left alone, or null if it does not say
 */
record Answer(int status, @Nullable Duration retryAfter) {

    /** What the answer means for the message. */
    enum Meaning {
        DONE,
        BUSY,
        GONE,
        FAILED
    }

    static Answer of(HttpResponse response) {
        return new Answer(response.getCode(), retryAfter(response));
    }

    Meaning meaning() {
        return switch (status) {
            case 429, 502, 503, 504 -> Meaning.BUSY;
            case 410 -> Meaning.GONE;
            default -> status >= 200 && status < 300 ? Meaning.DONE : Meaning.FAILED;
        };
    }

    /** Whether the message may still arrive: a gateway has lost patience, but perhaps not the message. */
    boolean mayStillArrive() {
        return status == 502 || status == 504;
    }

    /** Seconds, or a time, which only the receiver's own clock can tell. */
    private static @Nullable Duration retryAfter(HttpResponse response) {
        Header header = response.getFirstHeader(HttpHeaders.RETRY_AFTER);
        if (header == null || header.getValue() == null) {
            return null;
        }
        String value = header.getValue().strip();
        if (value.matches("\\d{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(value));
        }
        Instant until = DateUtils.parseStandardDate(value);
        Instant now = DateUtils.parseStandardDate(response, HttpHeaders.DATE);
        return until == null || now == null || until.isBefore(now) ? null : Duration.between(now, until);
    }
}
