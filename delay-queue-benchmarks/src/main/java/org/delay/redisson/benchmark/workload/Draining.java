package org.delay.redisson.benchmark.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.benchmark.contender.Contender;
import org.delay.redisson.benchmark.contender.Contender.Reception;

/** Messages that are all due at the same time, and are received as fast as possible. */
final class Draining {

    private static final int SIZE = 100;

    /** So fast messages are loaded, at least; else they get more time. */
    private static final int LOADED_IN_A_SECOND = 15_000;

    /** Where they can't get more time, as they can't be taken back. */
    private static final int SURELY_LOADED_IN_A_SECOND = 6_000;

    private static final Duration READY = Duration.ofMillis(500);

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Begins to receive, and tells of each message that is done. */
    interface Receiving {

        Reception begin(Runnable done);
    }

    private Draining() {}

    /** Returns the number of messages received per second, from the due time to the last message. */
    static double run(Lab lab, Contender sender, String topic, int number, Receiving receiving) throws Exception {
        return run(sender, topic, number, LOADED_IN_A_SECOND, receiving, lab::clear);
    }

    /** As {@link #run(Lab, Contender, String, int, Receiving)} while other messages wait, which stay. */
    static double runBesideOthers(Contender sender, String topic, int number, Receiving receiving) throws Exception {
        return run(sender, topic, number, SURELY_LOADED_IN_A_SECOND, receiving, () -> {
            throw new IllegalStateException(number + " messages could not be loaded in time");
        });
    }

    private static double run(
            Contender sender, String topic, int number, int loadedInASecond, Receiving receiving, Runnable tooSlow)
            throws Exception {
        Duration time = Duration.ofMillis(1_000L * number / loadedInASecond).plusSeconds(2);
        Instant due = Instant.now().plus(time);
        Sending.load(sender, topic, number, due, SIZE);
        while (Instant.now().plus(READY).isAfter(due)) {
            tooSlow.run();
            time = time.multipliedBy(2);
            due = Instant.now().plus(time);
            Sending.load(sender, topic, number, due, SIZE);
        }
        CountDownLatch latch = new CountDownLatch(number);
        try (Reception reception = receiving.begin(latch::countDown)) {
            boolean all = latch.await(time.plus(PATIENCE).toMillis(), TimeUnit.MILLISECONDS);
            double seconds = Duration.between(due, Instant.now()).toNanos() / 1e9;
            return (all ? number : number - latch.getCount()) / seconds;
        }
    }
}
