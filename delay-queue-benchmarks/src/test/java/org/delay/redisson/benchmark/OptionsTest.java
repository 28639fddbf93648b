package org.delay.redisson.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.delay.redisson.benchmark.workload.Scale;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void withoutOptionsEverythingIsMeasuredForTheDocumentation() {
        Options options = Options.of(List.of(""));
        assertThat(options.scale()).isEqualTo(Scale.FULL);
        assertThat(options.rounds()).isEqualTo(3);
        assertThat(options.wants("drain")).isTrue();
        assertThat(options.report()).isEqualTo(Path.of("../docs"));
    }

    @Test
    void aQuickRunLeavesTheDocumentationAsItIs() {
        Options options = Options.of(List.of("--quick", "--rounds=1", "--workloads=drain,idle"));
        assertThat(options.scale()).isEqualTo(Scale.QUICK);
        assertThat(options.rounds()).isEqualTo(1);
        assertThat(options.wants("idle")).isTrue();
        assertThat(options.wants("schedule")).isFalse();
        assertThat(options.report()).isEqualTo(Path.of("target/benchmarks"));
    }

    @Test
    void anOptionThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> Options.of(List.of("--fast")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--fast");
    }
}
