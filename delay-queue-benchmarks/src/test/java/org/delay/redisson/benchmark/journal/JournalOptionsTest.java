package org.delay.redisson.benchmark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class JournalOptionsTest {

    @Test
    void everythingIsMeasuredByDefault() {
        JournalOptions options = JournalOptions.of(List.of(""));

        assertThat(options.rounds()).isEqualTo(3);
        assertThat(options.sizes().restore()).isEqualTo(100_000);
        assertThat(options.wants("send")).isTrue();
        assertThat(options.report()).hasToString("../docs");
    }

    @Test
    void aQuickRunIsSmall() {
        JournalOptions options = JournalOptions.of(List.of("--quick", "--parts=send,flow", "--restore=7"));

        assertThat(options.rounds()).isOne();
        assertThat(options.sizes().restore()).isEqualTo(7);
        assertThat(options.wants("flow")).isTrue();
        assertThat(options.wants("restore")).isFalse();
        assertThat(options.report()).hasToString("target/benchmarks");
    }

    @Test
    void anUnknownOptionIsRefused() {
        assertThatThrownBy(() -> JournalOptions.of(List.of("--fast")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--fast");
    }
}
