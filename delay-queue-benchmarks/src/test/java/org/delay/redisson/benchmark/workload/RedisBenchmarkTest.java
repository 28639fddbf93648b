package org.delay.redisson.benchmark.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RedisBenchmarkTest {

    @Test
    void theRateIsInTheSecondColumn() {
        assertThat(RedisBenchmark.perSecond(List.of(
                        "\"test\",\"rps\",\"avg_latency_ms\"",
                        "\"EVAL redis.call('HSET',KEYS[1])\",\"86000.50\",\"0.3\"")))
                .isEqualTo(86_000.5);
        assertThat(RedisBenchmark.perSecond(List.of("\"PING\",\"1000.00\""))).isEqualTo(1_000);
    }

    @Test
    void whatItSaysInsteadIsQuoted() {
        assertThatThrownBy(() -> RedisBenchmark.perSecond(List.of("Could not connect")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Could not connect");
    }
}
