package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BreakerTest {

    private final ManualTicker ticker = new ManualTicker();
    private final Breaker breaker = new Breaker(ticker, DispatchListener.NONE);
    private final Object one = new Object();
    private final Object other = new Object();

    private void trip() {
        breaker.unavailable(one, new IllegalStateException("down"));
    }

    private void probe(Object worker) throws InterruptedException {
        breaker.await(worker);
        assertThat(breaker.isProber(worker)).isTrue();
    }

    @Test
    void admitsEverybodyWhileTheDestinationAnswers() throws Exception {
        breaker.await(one);

        assertThat(breaker.admits(one)).isTrue();
        assertThat(breaker.isProber(one)).isFalse();
    }

    @Test
    void admitsOneAfterThePauseAndEverybodyAfterItsSuccess() throws Exception {
        trip();
        assertThat(breaker.admits(one)).isFalse();
        assertThat(breaker.admits(other)).isFalse();

        ticker.tick(Duration.ofMillis(100));
        probe(other);
        assertThat(breaker.admits(one)).isFalse();

        breaker.available(one);
        assertThat(breaker.admits(one)).as("only the probe's success counts").isFalse();
        breaker.available(other);
        assertThat(breaker.admits(one)).isTrue();
    }

    @Test
    void thePauseDoublesWithEachFailedProbeOnly() throws Exception {
        trip();
        trip();
        ticker.tick(Duration.ofMillis(100));
        probe(one);
        trip();

        ticker.tick(Duration.ofMillis(199));
        Thread waiting = new Thread(() -> awaitQuietly(one));
        waiting.start();
        assertThat(breaker.admits(one)).isFalse();
        breaker.end();
        waiting.join(Duration.ofSeconds(20).toMillis());

        assertThat(waiting.isAlive()).isFalse();
        assertThat(breaker.admits(one)).isFalse();
    }

    private void awaitQuietly(Object worker) {
        try {
            breaker.await(worker);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void thePauseIsAtMostFiveSeconds() throws Exception {
        trip();
        for (int i = 0; i < 20; i++) {
            ticker.tick(Duration.ofSeconds(5));
            probe(one);
            trip();
        }

        ticker.tick(Duration.ofSeconds(5));
        probe(other);
    }

    @Test
    void aProberThatLeavesOrMeetsASlowHandlerIsReplaced() throws Exception {
        trip();
        ticker.tick(Duration.ofMillis(100));
        probe(one);
        breaker.leave(one);
        probe(other);

        ticker.tick(Duration.ofSeconds(10));
        probe(one);
    }

    /** A delivery may take longer than anybody's patience: then several probe, and the first answer counts. */
    @Test
    void anAnswerCountsThoughAnotherOneProbesMeanwhile() throws Exception {
        trip();
        ticker.tick(Duration.ofMillis(100));
        probe(one);
        ticker.tick(Duration.ofSeconds(10));
        probe(other);

        breaker.available(one);

        assertThat(breaker.admits(new Object())).isTrue();
    }
}
