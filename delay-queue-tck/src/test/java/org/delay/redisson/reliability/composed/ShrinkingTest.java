package org.delay.redisson.reliability.composed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Of compositions: the same each time, and as small as a failure lets them be. */
class ShrinkingTest {

    @Test
    void leavesOutAllThatItDoesNotTake() throws Exception {
        Composition failing = new Composition(7, Set.of(0, 1, 2, 3, 4, 5, 6));

        Composition smallest =
                Shrinking.smallest(failing, candidate -> candidate.numbers().containsAll(Set.of(2, 5)));

        assertThat(smallest).isEqualTo(new Composition(7, Set.of(2, 5)));
    }

    @Test
    void findsOneThatCanGoOnlyAfterAnother() throws Exception {
        Composition failing = new Composition(7, Set.of(0, 1, 2));

        Composition smallest = Shrinking.smallest(
                failing,
                candidate -> candidate.numbers().contains(2)
                        && (candidate.numbers().contains(0)
                                || !candidate.numbers().contains(1)));

        assertThat(smallest.numbers()).containsExactly(2);
    }

    @Test
    void aSeedAlwaysDrawsTheSame() {
        assertThat(LongStream.range(0, 200)).allSatisfy(seed -> {
            Composition composition = Composition.of(seed);
            assertThat(composition)
                    .hasToString(Composition.of(seed, composition.keep()).toString());
        });
    }

    @Test
    void noSetOfTermsIsRefused() {
        assertThat(LongStream.range(0, 2_000))
                .allSatisfy(seed ->
                        assertThat(Composition.of(seed).plan(1).subjects).isNotEmpty());
    }
}
