package org.delay.redisson.reliability;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What to run.
 *
 * @param budget {@code --minutes=90}: scenarios are cut until they fit; without it all run at full size
 * @param scenarios {@code --scenarios=1,5}: their numbers; all if empty
 * @param page {@code --page=file}: what to write
 */
record Options(Duration budget, Set<Integer> scenarios, Path page) {

    private static final Set<String> KNOWN = Set.of("--minutes", "--scenarios", "--page");

    /** More than everything takes. */
    private static final String ENDLESS = "100000";

    static Options of(List<String> arguments) {
        Map<String, String> options = arguments.stream()
                .filter(argument -> !argument.isBlank())
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(parts -> known(parts[0]), parts -> parts.length > 1 ? parts[1] : ""));
        return new Options(
                Duration.ofMinutes(Long.parseLong(options.getOrDefault("--minutes", ENDLESS))),
                Stream.of(options.getOrDefault("--scenarios", "").split(","))
                        .filter(number -> !number.isBlank())
                        .map(Integer::valueOf)
                        .collect(Collectors.toUnmodifiableSet()),
                Path.of(options.getOrDefault("--page", "../docs/reliability.md")));
    }

    boolean wants(Scenario scenario) {
        return scenarios.isEmpty() || scenarios.contains(scenario.number());
    }

    private static String known(String option) {
        if (!KNOWN.contains(option)) {
            throw new IllegalArgumentException("There is no option " + option + "; there are " + KNOWN);
        }
        return option;
    }
}
