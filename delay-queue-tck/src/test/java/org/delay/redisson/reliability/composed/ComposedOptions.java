package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What to run.
 *
 * @param seed {@code --seed=17}: the first one; 1 if not said
 * @param seeds {@code --seeds=20}: how many, one after the other; 1 where a seed is named, else as many as there is time for
 * @param lasts {@code --seconds=20}: how long each has load and faults; a minute if not said
 * @param time {@code --hours=4}: after it no other begins; one if not said
 * @param keep {@code --keep=1,4}: only these terms of the seed; null for all
 * @param shrinks {@code --shrink=false}: failures are told and not made smaller
 */
record ComposedOptions(long seed, int seeds, Duration lasts, Duration time, String keep, boolean shrinks) {

    private static final Set<String> KNOWN = Set.of("--seed", "--seeds", "--seconds", "--hours", "--keep", "--shrink");

    static ComposedOptions of(List<String> arguments) {
        Map<String, String> options = arguments.stream()
                .flatMap(argument -> List.of(argument.split("\\s+")).stream())
                .filter(argument -> !argument.isBlank())
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(parts -> known(parts[0]), parts -> parts.length > 1 ? parts[1] : ""));
        String all = options.containsKey("--seed") ? "1" : Integer.toString(Integer.MAX_VALUE);
        return new ComposedOptions(
                Long.parseLong(options.getOrDefault("--seed", "1")),
                Integer.parseInt(options.getOrDefault("--seeds", all)),
                Duration.ofSeconds(Long.parseLong(options.getOrDefault("--seconds", "60"))),
                Duration.ofSeconds((long) (3_600 * Double.parseDouble(options.getOrDefault("--hours", "1")))),
                options.get("--keep"),
                Boolean.parseBoolean(options.getOrDefault("--shrink", "true")));
    }

    private static String known(String option) {
        if (!KNOWN.contains(option)) {
            throw new IllegalArgumentException("There is no option " + option + "; there are " + KNOWN);
        }
        return option;
    }
}
