package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.InstanceOperations.Membership;
import org.junit.jupiter.api.Test;

/** A heartbeat tells what its instance does not know: all instances at first, then who came and who went. */
abstract class MembershipContract extends ContractFixture {

    /** A life that outlasts a call or two, and that a test can wait for. */
    private static final Duration BRIEF = Duration.ofMillis(50);

    private void beat(String id) {
        var unused = beat(id, 0);
    }

    private static List<String> ids(List<Instance> instances) {
        return instances.stream().map(Instance::id).toList();
    }

    private Membership beat(String id, long known) {
        return queue.heartbeat(id, "shop", LATER, known);
    }

    /** What an instance knows that has just come. */
    private long known(String id) {
        return beat(id, 0).clock();
    }

    @Test
    void whoIsNewIsToldAll() {
        beat("a");

        Membership told = beat("b", 0);

        assertThat(told.isWhole()).isTrue();
        assertThat(ids(told.alive())).containsExactlyInAnyOrder("a", "b");
        assertThat(told.size()).isEqualTo(2);
        assertThat(told.life()).isEqualTo(LATER);
    }

    @Test
    void whatIsKnownIsNotToldAgain() {
        beat("a");
        passTime(SHORT);
        long known = known("b");

        Membership told = beat("b", known);

        assertThat(told.isWhole()).isFalse();
        assertThat(ids(told.alive())).doesNotContain("a");
        assertThat(told.gone()).isEmpty();
        assertThat(told.size()).isEqualTo(2);
    }

    @Test
    void whoComesIsTold() {
        long known = known("a");
        beat("b");

        Membership told = beat("a", known);

        assertThat(told.isWhole()).isFalse();
        assertThat(told.alive())
                .filteredOn(instance -> instance.id().equals("b"))
                .singleElement()
                .satisfies(b -> {
                    assertThat(b.application()).isEqualTo("shop");
                    assertThat(b.left()).isPositive().isLessThanOrEqualTo(LATER);
                });
        assertThat(told.size()).isEqualTo(2);
    }

    @Test
    void whoLeavesOrIsSilentIsTold() {
        beat("b");
        Membership first;
        do {
            queue.heartbeat("c", "shop", BRIEF);
            first = beat("a", 0);
            // If not, the machine has paused for so long.
        } while (!ids(first.alive()).contains("c"));
        queue.leave("b");
        passTime(BRIEF);

        Membership told = beat("a", first.clock());

        assertThat(told.isWhole()).isFalse();
        assertThat(told.gone()).containsExactlyInAnyOrder("b", "c");
        assertThat(ids(told.alive())).doesNotContain("b", "c");
        assertThat(told.size()).isEqualTo(1);
    }

    @Test
    void whoCameAndWentIsNotAlive() {
        long known = known("a");
        beat("b");
        queue.leave("b");

        assertThat(ids(beat("a", known).alive())).doesNotContain("b");
    }

    /** Its answer was lost: the same is told to the repetition. */
    @Test
    void changesAreToldUntilTheyAreKnown() {
        long known = known("a");
        beat("b");

        assertThat(ids(beat("a", known).alive())).contains("b");
        assertThat(ids(beat("a", known).alive())).contains("b");
    }

    @Test
    void whoPausedForTooLongIsNewAgainAndToldAll() {
        long known = queue.heartbeat("a", "shop", SHORT, 0).clock();
        passTime(SHORT);
        beat("b");

        Membership told = beat("a", known);

        assertThat(told.isWhole()).isTrue();
        assertThat(ids(told.alive())).containsExactlyInAnyOrder("a", "b");
        assertThat(told.alive())
                .filteredOn(instance -> instance.id().equals("a"))
                .allSatisfy(a -> assertThat(a.age()).isZero());
    }

    /** Nobody else has noticed. */
    @Test
    void whoPausedAloneIsNewAgain() {
        long known = queue.heartbeat("a", "shop", SHORT, 0).clock();
        passTime(SHORT);

        assertThat(ids(beat("a", known).alive())).containsExactly("a");
    }

    @Test
    void whoKnowsAnAnswerOfAnotherTimeIsToldAll() {
        beat("b");
        long known = known("a");
        long kept = Membership.KEPT_CHANGES.plusSeconds(1).toNanos() / 1_000;

        for (long other : new long[] {known + kept, known - kept, -1, Long.MIN_VALUE / 1_000}) {
            Membership told = beat("a", other);
            assertThat(told.isWhole()).isTrue();
            assertThat(ids(told.alive())).containsExactlyInAnyOrder("a", "b");
        }
    }

    @Test
    void anotherApplicationIsTold() {
        long known = known("a");
        beat("b");
        queue.heartbeat("b", "other", LATER);

        assertThat(beat("a", known).alive())
                .filteredOn(instance -> instance.id().equals("b"))
                .extracting(Instance::application)
                .containsExactly("other");
    }

    @Test
    void heartbeatsOfManyCountLonger() {
        Duration life = Duration.ofMinutes(10);
        for (int i = 0; i < Membership.FEW * 2; i++) {
            queue.heartbeat("i-" + i, "shop", life, 0);
        }

        Membership told = queue.heartbeat("i-0", "shop", life, known("i-1"));

        assertThat(told.size()).isEqualTo(Membership.FEW * 2);
        assertThat(told.life()).isEqualTo(life.multipliedBy(2));
        assertThat(queue.instances())
                .filteredOn(instance -> instance.id().equals("i-0"))
                .allSatisfy(i -> assertThat(i.left()).isGreaterThan(life));
    }
}
