package org.delay.redisson.tck;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.delay.redisson.test.MovableClock;

/** Lets time pass on the clock of a queue that is tested. */
public interface TimeMachine {

    /** Returns when at least this time has passed on the queue's clock. */
    void pass(Duration time);

    /** Whether hours pass as fast as milliseconds. If not, tests that need hours are skipped. */
    boolean jumps();

    /** Waits, for a queue whose clock can't be moved. */
    static TimeMachine waiting() {
        return new TimeMachine() {
            @Override
            public void pass(Duration time) {
                await().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
            }

            @Override
            public boolean jumps() {
                return false;
            }
        };
    }

    /** For a queue on a movable clock. */
    static TimeMachine moving(MovableClock clock) {
        return new TimeMachine() {
            @Override
            public void pass(Duration time) {
                clock.advance(time);
            }

            @Override
            public boolean jumps() {
                return true;
            }
        };
    }
}
