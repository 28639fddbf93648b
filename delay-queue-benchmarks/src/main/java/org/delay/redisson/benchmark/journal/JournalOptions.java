package org.delay.redisson.benchmark.journal;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The options of a run.
 *
 * @param quick {@code --quick}: small sizes, and one round
 * @param rounds {@code --rounds=3}: how often each contender has its turn
 * @param parts {@code --parts=send,flow}: all if empty
 * @param sizes how much is measured; {@code --restore=1000000} sets how many messages are restored
 * @param report {@code --report=directory}: where to write
 */
record JournalOptions(boolean quick, int rounds, Set<String> parts, Sizes sizes, Path report) {

    private static final Set<String> KNOWN = Set.of("--quick", "--rounds", "--parts", "--restore", "--report");

    /**
     * How much is measured.
     *
     * @param messages of a measurement
     * @param seconds of a steady rate
     * @param restore messages that are restored
     */
    record Sizes(int messages, int seconds, int restore) {

        /** So much that the JVM has compiled what is measured. */
        static final Sizes WARM_UP = new Sizes(10_000, 5, 10_000);
    }

    static JournalOptions of(List<String> arguments) {
        Map<String, String> given = arguments.stream()
                .filter(argument -> !argument.isBlank())
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(parts -> known(parts[0]), parts -> parts.length > 1 ? parts[1] : ""));
        boolean quick = given.containsKey("--quick");
        String parts = given.getOrDefault("--parts", "");
        return new JournalOptions(
                quick,
                Integer.parseInt(given.getOrDefault("--rounds", quick ? "1" : "3")),
                parts.isBlank() ? Set.of() : Set.of(parts.split(",", -1)),
                new Sizes(
                        quick ? 2_000 : 20_000,
                        quick ? 2 : 10,
                        Integer.parseInt(given.getOrDefault("--restore", quick ? "5000" : "100000"))),
                Path.of(given.getOrDefault("--report", quick ? "target/benchmarks" : "../docs")));
    }

    boolean wants(String part) {
        return parts.isEmpty() || parts.contains(part);
    }

    private static String known(String option) {
        if (!KNOWN.contains(option)) {
            throw new IllegalArgumentException("There is no option " + option + "; there are " + KNOWN);
        }
        return option;
    }
}
