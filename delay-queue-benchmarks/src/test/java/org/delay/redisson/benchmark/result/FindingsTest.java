package org.delay.redisson.benchmark.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsTest {

    private static final Figure FAST = new Figure("drain", "no-op", "", Unit.PER_SECOND);
    private static final Figure SLOW = new Figure("drain", "into Kafka", "", Unit.PER_SECOND);

    private final Findings findings = new Findings();

    @Test
    void theSpreadOfAnOddNumberOfRoundsHasTheMiddleOne() {
        assertThat(Spread.of(List.of(9.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 9, 3));
    }

    @Test
    void theSpreadOfAnEvenNumberOfRoundsHasTheMeanOfTheTwoInTheMiddle() {
        assertThat(Spread.of(List.of(9.0, 1.0, 2.0, 4.0))).isEqualTo(new Spread(3, 1, 9, 4));
    }

    @Test
    void thereIsNoSpreadOfNothing() {
        assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThat(findings.spread(FAST, "ours")).isEmpty();
    }

    /** The machine was three times as slow in the second round: the medians alone would say 10 to 30. */
    @Test
    void aRatioIsTheMedianOfTheRoundsRatios() {
        add(FAST, "ours", 20, 10, 90);
        add(FAST, "theirs", 10, 30, 30);
        assertThat(findings.ratio(new Quantity(FAST, "ours"), new Quantity(FAST, "theirs")))
                .contains(2.0);
    }

    @Test
    void aRatioOfDifferentNumbersOfRoundsIsThatOfTheMedians() {
        add(FAST, "ours", 20, 40, 60);
        add(FAST, "theirs", 10);
        assertThat(findings.ratio(new Quantity(FAST, "ours"), new Quantity(FAST, "theirs")))
                .contains(4.0);
    }

    @Test
    void thereIsNoRatioToWhatWasNotMeasured() {
        add(FAST, "ours", 20);
        assertThat(findings.ratio(new Quantity(FAST, "ours"), new Quantity(FAST, "theirs")))
                .isEmpty();
    }

    @Test
    void figuresAndSubjectsKeepTheirOrder() {
        add(SLOW, "theirs", 1);
        add(FAST, "ours", 1);
        assertThat(findings.figuresOf("drain")).containsExactly(SLOW, FAST);
        assertThat(findings.figuresOf("other")).isEmpty();
        assertThat(findings.subjectsOf(List.of(SLOW, FAST))).containsExactly("theirs", "ours");
    }

    private void add(Figure figure, String subject, double... values) {
        for (double value : values) {
            findings.add(figure, subject, value);
        }
    }
}
