package org.delay.redisson.benchmark.workload;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.benchmark.contender.Contender;
import org.delay.redisson.benchmark.contender.Parcel;

/** Sends at a steady rate. Due times depend on the rate alone, not on the duration of the sends. */
record PacedSender(Contender contender, String topic, int size, Duration leastDelay, Duration spread) {

    void send(Duration pace, Duration time, LatenessRecorder recorder) {
        Random random = new Random(1);
        long number = time.toNanos() / pace.toNanos();
        Instant beganAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        long began = System.nanoTime();
        for (long i = 0; i < number; i++) {
            long at = i * pace.toNanos();
            while (System.nanoTime() - began < at) {
                LockSupport.parkNanos(at - (System.nanoTime() - began));
            }
            long spreadMillis = spread.isZero() ? 0 : random.nextLong(spread.toMillis());
            Instant due = beganAt.plusMillis(at / 1_000_000).plus(leastDelay).plusMillis(spreadMillis);
            Parcel parcel = Parcel.of(i, due, size);
            recorder.expect(parcel);
            var unused = contender.sendAsync(topic, parcel);
        }
    }
}
