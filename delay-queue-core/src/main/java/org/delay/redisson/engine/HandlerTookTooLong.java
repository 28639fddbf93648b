package org.delay.redisson.engine;

import java.time.Duration;
import org.delay.redisson.DurationText;

/** Stands for what a handler would have thrown, had it come back. */
final class HandlerTookTooLong extends Exception {

    HandlerTookTooLong(String topic, Duration limit) {
        super(
                "The handler of topic " + topic + " took longer than " + DurationText.of(limit)
                        + " and was interrupted",
                null,
                false,
                false);
    }
}
