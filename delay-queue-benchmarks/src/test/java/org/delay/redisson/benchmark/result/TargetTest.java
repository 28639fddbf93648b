package org.delay.redisson.benchmark.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TargetTest {

    private static final Figure RATE = new Figure("drain", "no-op", "", Unit.PER_SECOND);
    private static final Quantity OURS = new Quantity(RATE, "ours");
    private static final Quantity THEIRS = new Quantity(RATE, "theirs");

    private final Findings findings = new Findings();

    @BeforeEach
    void measure() {
        findings.add(RATE, "ours", 30);
        findings.add(RATE, "theirs", 10);
    }

    @Test
    void whatMustBeAtLeastIsReachedFromThereOn() {
        assertThat(verdict(Target.atLeast("drain", OURS, 3, THEIRS)).reached()).isTrue();
        assertThat(verdict(Target.atLeast("drain", OURS, 3, THEIRS)).shortfall())
                .isZero();
        assertThat(verdict(Target.atLeast("drain", OURS, 4, THEIRS)).reached()).isFalse();
        assertThat(verdict(Target.atLeast("drain", OURS, 4, THEIRS)).shortfall())
                .isEqualTo(0.25);
    }

    @Test
    void whatMustBeAtMostIsReachedUpToThere() {
        assertThat(verdict(Target.atMost("drain", OURS, 3, THEIRS)).reached()).isTrue();
        assertThat(verdict(Target.atMost("drain", OURS, 2, THEIRS)).reached()).isFalse();
        assertThat(verdict(Target.atMost("drain", OURS, 2, THEIRS)).shortfall()).isEqualTo(0.5);
    }

    @Test
    void aPlainNumberIsComparedAsItIs() {
        assertThat(verdict(Target.atMost("drain", OURS, 30)).reached()).isTrue();
        assertThat(verdict(Target.atMost("drain", OURS, 20)).shortfall()).isEqualTo(0.5, within(1e-9));
        assertThat(verdict(Target.atMost("drain", OURS, 0)).shortfall()).isInfinite();
    }

    @Test
    void whatWasNotMeasuredIsNotJudged() {
        Quantity nobodys = new Quantity(RATE, "nobody");
        assertThat(Verdict.of(Target.atLeast("drain", OURS, 3, nobodys), findings))
                .isEmpty();
        assertThat(Verdict.of(Target.atMost("drain", nobodys, 3), findings)).isEmpty();
    }

    private Verdict verdict(Target target) {
        return Verdict.of(target, findings).orElseThrow();
    }
}
