package org.delay.redisson.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.delay.redisson.system.Lateness;
import org.junit.jupiter.api.Test;

/** What of the ledgers' findings breaks a promise. */
class OutcomeTest {

    private static final Set<String> ONE = Set.of("an id");

    private static Audit audit(Set<String> lost, List<String> early, Set<String> cancelled, Set<String> unknown) {
        return new Audit(
                3,
                0,
                lost,
                early,
                2,
                Set.of("another"),
                cancelled,
                Set.of(),
                unknown,
                Set.of(),
                List.of("a file"),
                1,
                Lateness.of(List.of(Duration.ofMillis(3))),
                Duration.ofMillis(4));
    }

    @Test
    void nothingIsBrokenWhereNothingIsFound() {
        Outcome outcome = Outcome.of(7, audit(Set.of(), List.of(), Set.of(), Set.of()));

        assertThat(outcome)
                .isEqualTo(new Outcome(
                        7,
                        3,
                        0,
                        0,
                        2,
                        Duration.ofMillis(3),
                        Duration.ofMillis(4),
                        List.of(),
                        List.of(),
                        List.of("1 ledgers end in a torn line: their writers were killed")));
    }

    @Test
    void eachFindingBreaksAPromise() {
        assertThat(Outcome.of(1, audit(ONE, List.of(), Set.of(), Set.of())).broken())
                .containsExactly("lost: 1, such as [an id]");
        assertThat(Outcome.of(1, audit(Set.of(), List.copyOf(ONE), Set.of(), Set.of()))
                        .broken())
                .containsExactly("early: 1, such as [an id]");
        assertThat(Outcome.of(1, audit(Set.of(), List.of(), ONE, Set.of())).broken())
                .containsExactly("cancelled and delivered: 1, such as [an id]");
        assertThat(Outcome.of(1, audit(Set.of(), List.of(), Set.of(), ONE)).broken())
                .containsExactly("delivered, and never sent: 1, such as [an id]");
    }

    @Test
    void whereRedisMayForgetALossIsForgivenAndACancelThatWasLost() {
        Outcome outcome = Outcome.measured(1, audit(ONE, List.copyOf(ONE), ONE, ONE));

        assertThat(outcome.lost()).isEqualTo(1);
        assertThat(outcome.broken())
                .containsExactly("early: 1, such as [an id]", "delivered, and never sent: 1, such as [an id]");
    }
}
