package org.delay.redisson.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HttpOptionsTest {

    @Test
    void aQuickRunIsSmall() {
        assertThat(HttpOptions.of(List.of("")).rounds()).isEqualTo(3);
        assertThat(HttpOptions.of(List.of("--quick")).rounds()).isOne();
    }

    @Test
    void anUnknownOptionIsRefused() {
        assertThatThrownBy(() -> HttpOptions.of(List.of("--fast")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--fast");
    }
}
