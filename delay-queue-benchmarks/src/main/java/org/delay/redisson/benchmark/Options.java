package org.delay.redisson.benchmark;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.delay.redisson.benchmark.workload.Scale;

/**
 * The options of a run.
 *
 * @param scale {@code --quick}: small sizes
 * @param rounds {@code --rounds=3}: how often each contender has its turn
 * @param workloads {@code --workloads=schedule,drain}: all if empty
 * @param without {@code --without=rqueue}: contenders that are left out
 * @param report {@code --report=directory}: where to write
 */
record Options(Scale scale, int rounds, Set<String> workloads, Set<String> without, Path report) {

    private static final Set<String> KNOWN = Set.of("--quick", "--rounds", "--workloads", "--without", "--report");

    static Options of(List<String> arguments) {
        Map<String, String> options = arguments.stream()
                .filter(argument -> !argument.isBlank())
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(parts -> known(parts[0]), parts -> parts.length > 1 ? parts[1] : ""));
        boolean quick = options.containsKey("--quick");
        return new Options(
                quick ? Scale.QUICK : Scale.FULL,
                Integer.parseInt(options.getOrDefault("--rounds", "3")),
                names(options.getOrDefault("--workloads", "")),
                names(options.getOrDefault("--without", "")),
                Path.of(options.getOrDefault("--report", quick ? "target/benchmarks" : "../docs")));
    }

    boolean wants(String workload) {
        return workloads.isEmpty() || workloads.contains(workload);
    }

    private static Set<String> names(String list) {
        return Stream.of(list.split(",")).filter(name -> !name.isBlank()).collect(Collectors.toUnmodifiableSet());
    }

    private static String known(String option) {
        if (!KNOWN.contains(option)) {
            throw new IllegalArgumentException("There is no option " + option + "; there are " + KNOWN);
        }
        return option;
    }
}
