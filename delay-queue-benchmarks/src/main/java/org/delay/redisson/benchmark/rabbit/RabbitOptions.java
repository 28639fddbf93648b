package org.delay.redisson.benchmark.rabbit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of a run.
 *
 * @param rounds how often everything is measured
 * @param messages that are drained
 * @param perSecond messages, where lateness is measured
 * @param time for which lateness is measured
 * @param longest delay of the message behind which others are stuck
 * @param part the name of the only part that runs; null for all
 */
record RabbitOptions(
        int rounds,
        int messages,
        int perSecond,
        Duration time,
        Duration longest,
        @Nullable String part) {

    private static final String PART = "--part=";

    static final Path REPORT = Path.of("target/benchmarks");

    static final RabbitOptions WARM_UP =
            new RabbitOptions(1, 20_000, 100, Duration.ofSeconds(1), Duration.ofSeconds(2), null);

    /** @param arguments {@code --quick}: small sizes, and one round; {@code --part=rabbit-drain}: only this part */
    static RabbitOptions of(List<String> arguments) {
        boolean quick = false;
        String part = null;
        for (String argument : arguments) {
            if (argument.equals("--quick")) {
                quick = true;
            } else if (argument.startsWith(PART)) {
                part = argument.substring(PART.length());
            } else if (!argument.isBlank()) {
                throw new IllegalArgumentException("There is no option " + argument + "; there are --quick and --part");
            }
        }
        return quick
                ? new RabbitOptions(1, 5_000, 200, Duration.ofSeconds(10), Duration.ofSeconds(10), part)
                : new RabbitOptions(3, 50_000, 1_000, Duration.ofSeconds(30), Duration.ofSeconds(30), part);
    }

    boolean contains(String name) {
        return part == null || part.equals(name);
    }
}
