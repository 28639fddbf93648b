package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.Logged;
import org.delay.redisson.engine.admission.Admission.Deferred;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.engine.report.TopicWarning;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;

/** What becomes of permits if a later gate fails. */
class GatesTest {

    private final AtomicInteger held = new AtomicInteger();

    private Gates failing(Throwable failure) {
        Gate counting = gate(() -> {
            held.incrementAndGet();
            return new Granted(false, held::decrementAndGet);
        });
        return new Gates(List.of(counting, gate(() -> throwIt(failure))), new ManualTicker());
    }

    private interface Answer {

        Admission get();
    }

    private static Admission throwIt(Throwable failure) {
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        throw (Error) failure;
    }

    private static Gate gate(Answer answer) {
        return new Gate() {
            @Override
            public Admission admit(Object worker, int shard, String topic) {
                return answer.get();
            }

            @Override
            public DeferralReason reason() {
                return DeferralReason.CONCURRENCY_LIMIT;
            }
        };
    }

    @Test
    void aGateThatThrowsDefersTheTopicAndLeavesNoPermitBehind() {
        Gates gates = failing(new IllegalStateException("a fault"));

        try (Logged logged = Logged.of(TopicWarning.class)) {
            for (int i = 0; i < 10; i++) {
                assertThat(gates.admit(this, 0, "topic")).isInstanceOf(Deferred.class);
            }
            assertThat(logged.lines())
                    .singleElement()
                    .asString()
                    .contains("whether topic topic may be claimed threw an exception")
                    .contains("a fault");
        }
        assertThat(held).hasValue(0);
    }

    @Test
    void anErrorLeavesNoPermitBehindEither() {
        Gates gates = failing(new StackOverflowError());

        assertThatThrownBy(() -> gates.admit(this, 0, "topic")).isInstanceOf(StackOverflowError.class);

        assertThat(held).hasValue(0);
    }
}
