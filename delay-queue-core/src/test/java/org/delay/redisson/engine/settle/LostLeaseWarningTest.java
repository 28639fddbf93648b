package org.delay.redisson.engine.settle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.delay.redisson.Logged;
import org.delay.redisson.engine.report.WarningLimit;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;

/** Handlers may lose the leases of their messages all day. */
class LostLeaseWarningTest {

    private final ManualTicker ticker = new ManualTicker();
    private final LostLeaseWarning warning = new LostLeaseWarning(ticker);

    @Test
    void warnsOnceAMinuteAndCountsTheOthers() {
        try (Logged log = Logged.of(LostLeaseWarning.class)) {
            warning.lost("orders", Set.of("one"));
            for (int i = 0; i < 41; i++) {
                ticker.tick(Duration.ofSeconds(1));
                warning.lost("orders", Set.of("again"));
            }
            assertThat(log.lines()).containsExactly(line("one"));

            ticker.tick(WarningLimit.BETWEEN);
            warning.lost("orders", Set.of("two"));
            ticker.tick(WarningLimit.BETWEEN);
            warning.lost("orders", Set.of("three"));

            assertThat(log.lines())
                    .containsExactly(
                            line("one"), line("two") + ". Since the last warning, 41 more leases lost", line("three"));
        }
    }

    private static String line(String id) {
        return "The lease of 1 message of topic orders was lost, because of a replacement or a removal, or because another worker may"
                + " deliver too (ids [" + id + "])";
    }
}
