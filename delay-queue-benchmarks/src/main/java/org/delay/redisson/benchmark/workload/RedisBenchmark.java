package org.delay.redisson.benchmark.workload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Redis's own load generator, {@code redis-benchmark} of the PATH, which says how much this machine's Redis can do at all. */
record RedisBenchmark(int port, int requests) {

    static final String SUBJECT = "redis-benchmark";

    private static final String SCHEDULE =
            "redis.call('HSET',KEYS[1],ARGV[1],ARGV[3]) return redis.call('ZADD',KEYS[2],ARGV[2],ARGV[1])";

    private static final int SIZE = 100;
    private static final int ID_LENGTH = 14;
    private static final String CONNECTIONS = "50";
    private static final String PIPELINE = "100";

    static RedisBenchmark on(int port, int requests) {
        return new RedisBenchmark(port, requests);
    }

    static boolean isPresent() {
        try {
            return new ProcessBuilder("redis-benchmark", "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    double ping() throws IOException, InterruptedException {
        return run(List.of(), "PING");
    }

    double scheduleOneByOne() throws IOException, InterruptedException {
        return run(List.of(), schedule());
    }

    double pipelinedSchedule() throws IOException, InterruptedException {
        return run(List.of("-P", PIPELINE), schedule());
    }

    double pipelinedZadd() throws IOException, InterruptedException {
        return run(List.of("-P", PIPELINE), "ZADD", "zadd", "1000000000000", id());
    }

    private static String[] schedule() {
        return new String[] {"EVAL", SCHEDULE, "2", "body", "due", id(), "1000000000000", "x".repeat(SIZE)};
    }

    /** As long as the ids that are generated; the last 12 characters are a number by chance. */
    private static String id() {
        return "x".repeat(ID_LENGTH - 12) + "__rand_int__";
    }

    private double run(List<String> options, String... command) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("redis-benchmark", "-p", Integer.toString(port)));
        line.addAll(List.of("-c", CONNECTIONS, "-n", Integer.toString(requests), "-r", "1000000000", "--csv"));
        line.addAll(options);
        line.addAll(List.of(command));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        List<String> output = process.inputReader().lines().toList();
        process.waitFor();
        return perSecond(output);
    }

    /** Reads the second column: {@code "test","rps","avg_latency_ms",…}, below a headline from 7.0 on. */
    static double perSecond(List<String> csv) {
        return IntStream.range(0, csv.size())
                .mapToObj(i -> csv.get(csv.size() - 1 - i))
                .filter(line -> line.startsWith("\""))
                .map(line -> line.split("\",\""))
                .filter(columns -> columns.length > 1)
                .mapToDouble(columns -> Double.parseDouble(columns[1].replace("\"", "")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("redis-benchmark said " + csv));
    }
}
