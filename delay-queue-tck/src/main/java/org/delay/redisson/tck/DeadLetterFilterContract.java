package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueMessage.State;
import org.junit.jupiter.api.Test;

/** The dead letters that match, and no others. */
abstract class DeadLetterFilterContract extends ManyDeadLettersFixture {

    @Test
    void onlyThoseWhoseErrorMatches() {
        buried("a", "java.net.ConnectException: \"bank\" refused é\n\t1 + 1 = %d .*");
        buried("b", "java.lang.IllegalStateException: no such order");

        assertThat(queue.redriveDead(ALL.withError("connectexception")).changed())
                .isZero();
        assertThat(queue.redriveDead(ALL.withError("body of")).changed()).isZero();
        assertThat(queue.redriveDead(ALL.withError("refused é\n\t1 + 1 = %d .*")))
                .isEqualTo(new BulkResult(1, 0, false));
        assertThat(stored("a").state()).isEqualTo(State.DUE);
        assertThat(queue.deleteDead(ALL.withError("IllegalState"))).isEqualTo(new BulkResult(1, 0, false));
        assertCounts(1, 0, 0);
    }

    @Test
    void matchesBetweenHundredsOfOthers() {
        buryMany(250, "one cause");
        buried("wanted-1", "another cause");
        passTime(Duration.ofMillis(2));
        buryMany("more", 250, "one cause");
        buried("wanted-2", "another cause");

        assertThat(queue.deleteDead(ALL.withError("another"))).isEqualTo(new BulkResult(2, 0, false));
        assertCounts(0, 0, 500);
        assertGone("wanted-1");
        assertGone("wanted-2");
    }

    @Test
    void onlyTheOldOnes() {
        assumeTrue(timeJumps(), "takes two hours");
        dead("old");
        passTime(LATER.multipliedBy(2));
        dead("young");

        assertThat(queue.redriveDead(ALL.withOlderThan(LATER))).isEqualTo(new BulkResult(1, 0, false));
        assertThat(stored("young").state()).isEqualTo(State.DEAD);
        assertThat(queue.deleteDead(ALL.withOlderThan(LATER))).isEqualTo(new BulkResult(0, 0, false));
    }

    @Test
    void noMoreThanTheLimitAndTheOldestFirst() {
        List<String> ids = neighbours(5);
        for (String id : ids) {
            dead(id);
            passTime(Duration.ofMillis(2));
        }

        assertThat(queue.redriveDead(ALL.withLimit(2))).isEqualTo(new BulkResult(2, 0, true));
        assertThat(stored(ids.get(1)).state()).isEqualTo(State.DUE);
        assertThat(stored(ids.get(2)).state()).isEqualTo(State.DEAD);
        assertThat(queue.deleteDead(ALL.withLimit(2)).changed()).isEqualTo(2);
        assertThat(queue.deleteDead(ALL.withLimit(2))).isEqualTo(new BulkResult(1, 0, false));
    }

    @Test
    void otherTopicsAreLeftAlone() {
        dead("a");

        queue.redriveDead(DeadLetterFilter.of("other"));
        queue.deleteDead(DeadLetterFilter.of("other"));

        assertCounts(0, 0, 1);
    }

    @Test
    void invalidFiltersAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> DeadLetterFilter.of("no topic"));
        assertThatIllegalArgumentException().isThrownBy(() -> ALL.withLimit(0));
        assertThatIllegalArgumentException().isThrownBy(() -> ALL.withError(""));
        assertThatIllegalArgumentException().isThrownBy(() -> ALL.withOlderThan(Duration.ofMillis(-1)));
    }
}
