package org.delay.redisson.tck;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.delay.redisson.test.MovableClock;

/** How a contract lets time pass on the clock of the queue that it tests. */
public interface TimeMachine {

    /** Returns when at least this much time has passed on the queue's clock. */
    void pass(Duration time);

    /** Whether hours pass as fast as milliseconds: tests that need hours are skipped otherwise. */
    boolean jumps();

    /** For a queue whose clock nobody can move: waits. */
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

    /** For a queue on a clock that can be moved. */
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
