package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.ScriptedQueue.claim;
import static org.delay.redisson.ScriptedQueue.refused;
import static org.delay.redisson.ScriptedQueue.unknown;

import java.time.Duration;
import org.delay.redisson.DelayQueueException.Refused;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.schedule.Shard;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;

class ClaimerTest {

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final Workplace place = EngineParts.place(queue, ticker, DispatchListener.NONE);
    private final Claimer claimer = new Claimer(place, new EngineParts.Names());
    private final Shard shard = new Shard(0, Duration.ofMillis(4));

    @Test
    void eachClaimHasAGreaterNumber() {
        queue.claims(() -> claim(false, "one")).claims(() -> claim(false));

        claimer.claim(shard, "orders", 1);
        claimer.claim(shard, "orders", 1);

        assertThat(queue.claims).extracting(ClaimRequest::number).containsExactly(1L, 2L);
    }

    @Test
    void aClaimWithoutAnswerIsRepeatedWithTheSameNumberWhateverComesThen() {
        long sent = ticker.nanos();
        queue.claims(() -> {
                    ticker.tick(Duration.ofSeconds(3));
                    throw unknown();
                })
                .claims(() -> {
                    throw refused();
                })
                .claims(() -> {
                    throw unknown();
                })
                .claims(() -> claim(false, "one"));

        Claimer.Answer answer = claimer.claim(shard, "orders", 10);

        assertThat(queue.claims).hasSize(4).containsOnly(queue.claims.get(0));
        assertThat(answer.claim().messages()).hasSize(1);
        assertThat(answer.sent())
                .as("the leases may have begun at the first sending")
                .isEqualTo(sent);
    }

    @Test
    void aClaimThatWasRefusedIsOver() {
        queue.claims(() -> {
                    throw refused();
                })
                .claims(() -> claim(false));

        assertThatThrownBy(() -> claimer.claim(shard, "orders", 1)).isInstanceOf(Refused.class);
        claimer.claim(shard, "orders", 1);

        assertThat(queue.claims).extracting(ClaimRequest::number).containsExactly(1L, 2L);
    }

    @Test
    void aStaleClaimerGoesOnUnderAnotherName() {
        queue.claims(() -> claim(true)).claims(() -> claim(false, "one"));

        Claimer.Answer answer = claimer.claim(shard, "orders", 1);

        assertThat(answer.claim().messages()).hasSize(1);
        assertThat(queue.claims).extracting(ClaimRequest::claimer).containsExactly("lane-1", "lane-2");
        assertThat(queue.claims).extracting(ClaimRequest::number).containsExactly(1L, 1L);
    }

    @Test
    void atTheEndAClaimWithoutAnswerIsTriedOnceMoreOnly() {
        queue.claims(() -> {
                    place.ending().give();
                    throw unknown();
                })
                .claims(() -> {
                    throw unknown();
                });

        assertThat(claimer.claim(shard, "orders", 1)).isNull();
        assertThat(queue.claims).hasSize(2);
    }
}
