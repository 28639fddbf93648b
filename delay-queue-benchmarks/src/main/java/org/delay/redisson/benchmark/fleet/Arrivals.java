package org.delay.redisson.benchmark.fleet;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;

/** Receives all messages of all instances, and records how late their first attempts are. */
final class Arrivals extends DelayQueueMessageConsumer {

    private static final int DIGITS = 3;

    private static final int POLL_MILLIS = 50;

    private final LongAdder number = new LongAdder();
    private final LongAdder repeated = new LongAdder();
    private volatile ConcurrentHistogram micros = new ConcurrentHistogram(DIGITS);

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) {
        Instant now = Instant.now();
        for (DelayedMessage message : messages) {
            if (message.attempt() == 1) {
                micros.recordValue(Math.max(0, message.dueTime().until(now, ChronoUnit.MICROS)));
            } else {
                repeated.increment();
            }
            number.increment();
        }
    }

    long number() {
        return number.sum();
    }

    /** Messages that had been claimed before, by an instance that died. */
    long repeated() {
        return repeated.sum();
    }

    /** Forgets the lateness so far, and answers it. */
    Histogram next() {
        Histogram last = micros;
        micros = new ConcurrentHistogram(DIGITS);
        return last;
    }

    /** Says whether so many messages have come in time. */
    boolean await(long count, int seconds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (number() < count && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return number() >= count;
    }

    static String text(Histogram micros) {
        return "p50 " + Numbers.text(micros.getValueAtPercentile(50) / 1e3) + " ms, p99 "
                + Numbers.text(micros.getValueAtPercentile(99) / 1e3) + " ms, worst "
                + Numbers.text(micros.getMaxValue() / 1e3) + " ms of " + micros.getTotalCount();
    }
}
