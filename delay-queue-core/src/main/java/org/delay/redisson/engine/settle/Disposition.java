package org.delay.redisson.engine.settle;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is to become of a message that was claimed. */
public sealed interface Disposition {

    /** The only instance that is needed, because {@link Done} has no data. */
    Done DONE = new Done();

    /** The consumer is done with it: it is acked. */
    record Done() implements Disposition {}

    /** The only instance that is needed, because {@link Taken} has no data. */
    Taken TAKEN = new Taken();

    /** A receiver has taken it with its lease, and settles it. */
    record Taken() implements Disposition {}

    /**
     * It is past its time to live and is not delivered: it is acked.
     *
     * @param lateness from the due time, by Redis's clock
     */
    record Expired(Duration lateness) implements Disposition {}

    /** It is retried, and one more failure is counted. */
    record TryAgain(Duration delay, boolean mayStillArrive, Throwable cause) implements Disposition {}

    /** It is released, and nothing is counted. */
    record Release(Duration delay, boolean mayStillArrive) implements Disposition {

        /** No handler has begun with it. */
        public static final Release UNTOUCHED = new Release(Duration.ZERO, false);

        /** A handler has begun with it. */
        public static final Release BEGUN = new Release(Duration.ZERO, true);
    }

    /**
     * It is given up and becomes a dead letter.
     *
     * @param cause why its delivery failed, or null if it was not delivered
     */
    record Bury(
            String error, boolean mayStillArrive, @Nullable Throwable cause) implements Disposition {}
}
