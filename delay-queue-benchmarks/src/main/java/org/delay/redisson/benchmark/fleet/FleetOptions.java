package org.delay.redisson.benchmark.fleet;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The options of a run.
 *
 * @param parts {@code --parts=idle,heartbeat,load,killed,mass,outage}: all if it is not given
 * @param rows {@code --rows=1x12,5x12}: instances and shards of the idle fleets
 * @param instances {@code --instances=200}: how many of them there are under load
 * @param perSecond {@code --rate=200}: messages a second
 * @param seconds {@code --seconds=20}: how long to measure, at least
 * @param outageSeconds {@code --outage=60}: how long Redis is away
 * @param due {@code --due=100000}: messages that become due meanwhile
 */
record FleetOptions(
        List<String> parts, List<Row> rows, int instances, int perSecond, int seconds, int outageSeconds, int due) {

    static final int SHARDS = 12;

    private static final String ROWS = "1x12,5x12,10x12,50x12,200x12,500x12,200x64";

    /** An idle fleet. */
    record Row(int instances, int shards) {

        static Row of(String text) {
            String[] numbers = text.split("x", 2);
            return new Row(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
        }
    }

    static FleetOptions of(List<String> arguments) {
        Map<String, String> given = arguments.stream()
                .filter(argument -> !argument.isBlank())
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        return new FleetOptions(
                List.of(given.getOrDefault("--parts", "idle,heartbeat,load,killed,mass,outage")
                        .split(",", -1)),
                Stream.of(given.getOrDefault("--rows", ROWS).split(",", -1))
                        .map(Row::of)
                        .toList(),
                number(given, "--instances", 200),
                number(given, "--rate", 200),
                number(given, "--seconds", 20),
                number(given, "--outage", 60),
                number(given, "--due", 100_000));
    }

    private static int number(Map<String, String> given, String name, int otherwise) {
        return Integer.parseInt(given.getOrDefault(name, Integer.toString(otherwise)));
    }
}
