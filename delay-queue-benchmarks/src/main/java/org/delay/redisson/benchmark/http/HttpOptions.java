package org.delay.redisson.benchmark.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The options of a run.
 *
 * @param rounds how often everything is measured
 * @param warmingUp for how long a server has load before it is measured. The server's compilers took 41 % of its processor time in
 *     its first 40 s with 5,000 clients.
 * @param single messages that are sent one by one
 * @param many messages that are sent in bulk, and received
 * @param waiting clients that wait at the same time
 * @param perSecond messages, where lateness is measured
 * @param time for which lateness and idleness are measured
 * @param burst messages that are due at once while clients wait
 * @param pending the most messages that wait while others are received
 * @param isAlone whether only this project's server is measured
 * @param parts that are measured; all if it is empty
 */
record HttpOptions(
        int rounds,
        Duration warmingUp,
        int single,
        int many,
        int waiting,
        int perSecond,
        Duration time,
        int burst,
        int pending,
        boolean isAlone,
        List<String> parts) {

    static final Path REPORT = Path.of("target/benchmarks");

    private static final String PARTS = "--parts=";

    /** Of one of the rounds of a warm-up. */
    HttpOptions warmUp() {
        return new HttpOptions(
                1,
                warmingUp,
                single / 2,
                many / 2,
                waiting / 5,
                perSecond,
                Duration.ofSeconds(15),
                burst / 5,
                0,
                isAlone,
                parts);
    }

    /**
     * Reads arguments.
     *
     * @param arguments {@code --quick}: small sizes, and one round; {@code --alone}: without peers; {@code --parts=send,receive}
     */
    static HttpOptions of(List<String> arguments) {
        boolean isQuick = false;
        boolean isAlone = false;
        List<String> parts = List.of();
        for (String argument : arguments) {
            if (argument.equals("--quick")) {
                isQuick = true;
            } else if (argument.equals("--alone")) {
                isAlone = true;
            } else if (argument.startsWith(PARTS)) {
                parts = List.of(argument.substring(PARTS.length()).split(",", -1));
            } else if (!argument.isBlank()) {
                throw new IllegalArgumentException(
                        "There is no option " + argument + "; there are --quick, --alone and --parts");
            }
        }
        return isQuick
                ? new HttpOptions(
                        1,
                        Duration.ofSeconds(15),
                        20_000,
                        50_000,
                        1_000,
                        500,
                        Duration.ofSeconds(8),
                        10_000,
                        100_000,
                        isAlone,
                        parts)
                : new HttpOptions(
                        3,
                        Duration.ofSeconds(60),
                        50_000,
                        100_000,
                        5_000,
                        500,
                        Duration.ofSeconds(15),
                        50_000,
                        1_000_000,
                        isAlone,
                        parts);
    }

    /** @param part its name */
    boolean has(String part) {
        return parts.isEmpty() || parts.contains(part);
    }
}
