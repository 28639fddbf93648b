package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker that waits for a quick call of another one. */
@Timeout(60)
class BriefWaitTest extends WorkerSharesFixture {

    private static final Duration LONG = Duration.ofHours(1);

    /** Two workers, of which Kafka keeps one. */
    private void begin(Duration wait) {
        shares = shares(2, wait);
        handled("kafka/other", false);
        handled("quick", false);
        handled("other", false);
    }

    @Test
    void aTopicWaitsForAQuickCallToEnd() throws Exception {
        begin(LONG);
        Granted quick = enter("first", "quick");
        FutureTask<Admission> other = new FutureTask<>(() -> shares.admit("second", 0, "other"));
        Thread waiting = new Thread(other);
        waiting.start();
        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);

        quick.permit().close();

        assertThat(other.get()).isInstanceOf(Granted.class);
    }

    @Test
    void anInterruptionEndsTheWait() throws Exception {
        begin(LONG);
        enter("first", "quick");
        FutureTask<Boolean> interrupted = new FutureTask<>(() -> {
            assertThat(shares.admit("second", 0, "other")).isNotInstanceOf(Granted.class);
            return Thread.currentThread().isInterrupted();
        });
        Thread waiting = new Thread(interrupted);
        waiting.start();
        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);

        waiting.interrupt();

        assertThat(interrupted.get()).isTrue();
    }

    /** A quick call that ends makes no room for it, as far as is known. */
    @Test
    void aSlowTopicDoesNotWait() {
        begin(LONG);
        handled("slow", true);
        handled("kafka/other", false);
        enter("first", "quick");

        assertThat(enters("second", "slow")).isFalse();
    }

    @Test
    void nobodyWaitsForACallThatMayHang() {
        begin(LONG);
        enter("first", "quick");
        ticker.tick(CallDurations.LONG.plusMillis(1));

        assertThat(enters("second", "other")).isFalse();
    }

    @Test
    void afterAWaitInVainNobodyWaitsForAWhile() {
        ReentrantLock lock = new ReentrantLock();
        BriefWait wait = new BriefWait(lock.newCondition(), ticker, Duration.ofNanos(1));
        AtomicInteger looks = new AtomicInteger();
        lock.lock();

        assertThat(wait.until(() -> looks.incrementAndGet() == 3)).isFalse();
        assertThat(wait.until(() -> looks.incrementAndGet() == 3)).isFalse();
        assertThat(looks).hasValue(1);

        ticker.tick(BriefWait.PAUSE);
        assertThat(wait.until(() -> looks.incrementAndGet() == 2)).isTrue();
    }
}
