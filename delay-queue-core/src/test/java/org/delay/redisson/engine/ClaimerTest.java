package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.ScriptedQueue.claim;
import static org.delay.redisson.ScriptedQueue.refused;
import static org.delay.redisson.ScriptedQueue.unknown;

import java.time.Duration;
import org.delay.redisson.DelayQueueException.Refused;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;

class ClaimerTest {

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final DispatchAssembly parts = EngineParts.of(queue, ticker);
    private final Claimer claimer = parts.claimer(new EngineParts.Names());

    @Test
    void eachClaimHasAGreaterNumber() {
        queue.claims(() -> claim(false, "one")).claims(() -> claim(false));

        claimer.claim(0, "orders", Granted.FREELY);
        claimer.claim(0, "orders", Granted.FREELY);

        assertThat(queue.claims).extracting(request -> request.id().number()).containsExactly(1L, 2L);
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

        AnsweredClaim answer = claimer.claim(0, "orders", Granted.FREELY);

        assertThat(queue.claims).hasSize(4).containsOnly(queue.claims.get(0));
        assertThat(answer.result().messages()).hasSize(1);
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

        assertThatThrownBy(() -> claimer.claim(0, "orders", Granted.FREELY)).isInstanceOf(Refused.class);
        claimer.claim(0, "orders", Granted.FREELY);

        assertThat(queue.claims).extracting(request -> request.id().number()).containsExactly(1L, 2L);
    }

    @Test
    void aStaleClaimerGoesOnUnderAnotherName() {
        queue.claims(() -> claim(true)).claims(() -> claim(false, "one"));

        AnsweredClaim answer = claimer.claim(0, "orders", Granted.FREELY);

        assertThat(answer.result().messages()).hasSize(1);
        assertThat(queue.claims).extracting(request -> request.id().claimer()).containsExactly("lane-1", "lane-2");
        assertThat(queue.claims).extracting(request -> request.id().number()).containsExactly(1L, 1L);
    }

    @Test
    void atTheEndAClaimWithoutAnswerIsTriedOnceMoreOnly() {
        queue.claims(() -> {
                    parts.ending.give();
                    throw unknown();
                })
                .claims(() -> {
                    throw unknown();
                });

        assertThat(claimer.claim(0, "orders", Granted.FREELY)).isNull();
        assertThat(queue.claims).hasSize(2);
    }
}
