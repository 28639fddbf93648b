package org.delay.redisson;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0ms",
        "PT0.000001S, 0.001ms",
        "PT0.0015S, 1.5ms",
        "PT0.001S, 1ms",
        "PT0.108733195S, 108.733ms",
        "PT1S, 1s",
        "PT1.0873S, 1.087s",
        "PT1M, 1m",
        "PT1M30S, 1m30s",
        "PT10M0.5S, 10m0.5s",
        "PT1H, 1h",
        "PT1H30M, 1h30m",
        "PT24H, 1d",
        "PT8760H, 365d",
        "PT-1S, -1s",
        "PT-2562047788015215H-30M-8S, -106751991167300d15h30m7s"
    })
    void isAsInProperties(Duration duration, String text) {
        assertThat(DurationText.of(duration)).isEqualTo(text);
    }
}
