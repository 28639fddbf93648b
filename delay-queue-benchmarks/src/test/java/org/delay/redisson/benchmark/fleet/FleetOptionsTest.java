package org.delay.redisson.benchmark.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.delay.redisson.benchmark.fleet.FleetOptions.Row;
import org.junit.jupiter.api.Test;

class FleetOptionsTest {

    @Test
    void withoutOptionsEverythingIsMeasured() {
        FleetOptions options = FleetOptions.of(List.of(""));

        assertThat(options.parts()).containsExactly("idle", "heartbeat", "load", "killed", "mass", "outage");
        assertThat(options.rows()).contains(new Row(5, 12), new Row(500, 12), new Row(200, 64));
        assertThat(options.instances()).isEqualTo(200);
    }

    @Test
    void aRunMayBeSmaller() {
        FleetOptions options = FleetOptions.of(List.of("--parts=idle,mass", "--rows=3x2", "--outage=5", "--due=10"));

        assertThat(options.parts()).containsExactly("idle", "mass");
        assertThat(options.rows()).containsExactly(new Row(3, 2));
        assertThat(options.outageSeconds()).isEqualTo(5);
        assertThat(options.due()).isEqualTo(10);
    }
}
