package org.delay.redisson.redis;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.WakeUpOperations.WakeUpListener;

/** Reads signals for a listener, whose failures must not disturb the client's own work. */
@Slf4j
@RequiredArgsConstructor
final class WakeUpSignals {

    private static final int NO_SHARD = -1;

    /** Shard, time in ms, Redis's clock in µs, topic. */
    private static final Pattern SIGNAL = Pattern.compile("(\\d{1,4}) (\\d{1,15}) (\\d{1,18}) ([A-Za-z0-9._-]{1,249})");

    /** An instance that has stopped. */
    private static final Pattern LEFT = Pattern.compile("left ([A-Za-z0-9._-]{1,249})");

    private final WakeUpListener listener;

    /** There may be thousands of signals: a listener that fails is reported once until it works again. */
    private final AtomicBoolean fails = new AtomicBoolean();

    /** The common channel's subscription was established. */
    void subscribed() {
        tell(WakeUpListener::subscribed);
    }

    /** The subscription to a shard's channel was established. */
    void subscribed(int shard) {
        tell(to -> to.subscribed(shard));
    }

    /** Text from a channel. Returns the shard, or {@value #NO_SHARD}. */
    int heard(String text) {
        Matcher signal = SIGNAL.matcher(text);
        Matcher left = LEFT.matcher(text);
        if (left.matches()) {
            tell(to -> to.left(left.group(1)));
            return NO_SHARD;
        }
        if (!signal.matches()) {
            log.debug("Ignored a signal of another form");
            return NO_SHARD;
        }
        long micros = Long.parseLong(signal.group(2)) * 1000 - Long.parseLong(signal.group(3));
        int shard = Integer.parseInt(signal.group(1));
        tell(to -> to.wakeUp(shard, signal.group(4), Duration.ofNanos(micros * 1000)));
        return shard;
    }

    private void tell(Consumer<WakeUpListener> signal) {
        try {
            signal.accept(listener);
            fails.set(false);
        } catch (RuntimeException e) {
            if (fails.compareAndSet(false, true)) {
                log.warn(
                        "A wake-up listener threw an exception. Messages may be late by up to"
                                + " 'delay.redisson.consumer-sleep'",
                        e);
            }
        }
    }
}
