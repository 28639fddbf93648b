package org.delay.redisson.benchmark.rabbit;

import java.time.Instant;
import org.delay.redisson.benchmark.contender.Parcel;

/** Measures how late messages are that were sent behind one with a longer delay. */
final class StuckPart extends ArrivalPart {

    private static final int NUMBER = 100;
    private static final int SIZE = 100;

    StuckPart() {
        super("rabbit-stuck", "1 s, behind a longer delay");
    }

    @Override
    public String title() {
        return "Behind a longer delay";
    }

    @Override
    public String description() {
        return "One message with a long delay (10 s in a quick run, else 30 s), then 100 with 1 s.";
    }

    @Override
    public String bound() {
        return "With expirations, all of them wait for the first one.";
    }

    @Override
    int send(Delayer delayer, RabbitOptions options) throws Exception {
        delayer.send(Parcel.of(0, Instant.now().plus(options.longest()), SIZE));
        for (int i = 1; i <= NUMBER; i++) {
            delayer.send(Parcel.of(i, Instant.now().plusSeconds(1), SIZE));
        }
        return NUMBER + 1;
    }
}
