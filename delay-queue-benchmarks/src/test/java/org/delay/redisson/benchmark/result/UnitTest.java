package org.delay.redisson.benchmark.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnitTest {

    @Test
    void valuesHaveThreeDigitsOrMore() {
        assertThat(Unit.PER_SECOND.text(164_600.4)).isEqualTo("164,600/s");
        assertThat(Unit.MILLISECONDS.text(12.346)).isEqualTo("12.35 ms");
        assertThat(Unit.MILLISECONDS.text(0.1234)).isEqualTo("0.123 ms");
        assertThat(Unit.COUNT.text(3)).isEqualTo("3");
    }
}
