package org.delay.redisson.benchmark.rabbit;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.benchmark.contender.Parcel;

/** Measures how late messages of different delays arrive. */
final class LatenessPart extends ArrivalPart {

    private static final int SHORTEST_MS = 500;
    private static final int SPREAD_MS = 2_000;
    private static final int SIZE = 100;

    LatenessPart() {
        super("rabbit-lateness", "delays of 0.5 s to 2.5 s");
    }

    @Override
    public String title() {
        return "Lateness of different delays";
    }

    @Override
    public String description() {
        return "Messages with random delays of 0.5 s to 2.5 s, sent at a steady rate, until a consumer has them. The other"
                + " subject is a queue without consumers, with an expiration for each message and a dead-letter exchange, on the same"
                + " broker.";
    }

    @Override
    public String bound() {
        return "RabbitMQ looks only at the first message of a queue: one that has expired waits for those before it.";
    }

    @Override
    int send(Delayer delayer, RabbitOptions options) throws Exception {
        int number = (int) (options.perSecond() * options.time().toSeconds());
        Random random = new Random(1);
        long pace = TimeUnit.SECONDS.toNanos(1) / options.perSecond();
        long began = System.nanoTime();
        for (int i = 0; i < number; i++) {
            TimeUnit.NANOSECONDS.sleep(began + i * pace - System.nanoTime());
            Duration delay = Duration.ofMillis(SHORTEST_MS + random.nextInt(SPREAD_MS));
            delayer.send(Parcel.of(i, Instant.now().plus(delay), SIZE));
        }
        return number;
    }
}
