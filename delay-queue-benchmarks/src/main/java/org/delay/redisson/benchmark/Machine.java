package org.delay.redisson.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.delay.redisson.tck.server.RedisServer;

/** The environment that the figures depend on. */
final class Machine {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'");

    private Machine() {}

    static Map<String, String> facts(Options options) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", ZonedDateTime.now(ZoneOffset.UTC).format(DATE));
        facts.put(
                "machine",
                processor() + ", " + Runtime.getRuntime().availableProcessors()
                        + " cores, shared by client, Redis and Kafka; "
                        + System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
        try (RedisServer redis = RedisServer.start()) {
            facts.put("Redis", redis.version() + ", nothing is persisted");
        }
        facts.put("Redisson", version(org.redisson.Redisson.class));
        facts.put("Kafka", org.apache.kafka.common.utils.AppInfoParser.getVersion());
        facts.put(
                "rounds",
                options.rounds() + ", of lateness "
                        + Math.max(options.rounds(), options.scale().roundsOfLateness()));
        facts.put("sizes", options.scale().summary());
        return facts;
    }

    private static String version(Class<?> type) {
        String version = type.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    /** As Linux tells it; the architecture elsewhere. */
    private static String processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }
}
