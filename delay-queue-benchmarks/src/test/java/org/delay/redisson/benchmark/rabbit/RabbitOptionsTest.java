package org.delay.redisson.benchmark.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RabbitOptionsTest {

    @Test
    void aQuickRunIsSmall() {
        assertThat(RabbitOptions.of(List.of("")).rounds()).isEqualTo(3);
        assertThat(RabbitOptions.of(List.of("--quick")).rounds()).isOne();
    }

    @Test
    void onePartRunsAlone() {
        RabbitOptions options = RabbitOptions.of(List.of("--part=rabbit-drain"));
        assertThat(options.contains("rabbit-drain")).isTrue();
        assertThat(options.contains("rabbit-stuck")).isFalse();
        assertThat(RabbitOptions.of(List.of()).contains("rabbit-stuck")).isTrue();
    }

    @Test
    void anUnknownOptionIsRefused() {
        assertThatThrownBy(() -> RabbitOptions.of(List.of("--fast")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--fast");
    }
}
