package org.delay.redisson.reliability;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.apache.kafka.common.utils.AppInfoParser;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.Redisson;

/** Runs the programme, one scenario after the other, and writes the page that tells of it. Its arguments are {@link Options}. */
@SuppressWarnings("SystemOut") // it is what somebody sees who started it in a terminal
final class ReliabilityMain {

    private static final String COMMAND =
            "mvn -q -ntp -pl delay-queue-tck -am test-compile exec:exec@reliability -Dreliability=\"%s\"";

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT);

    private ReliabilityMain() {}

    public static void main(String[] arguments) throws Exception {
        Options options = Options.of(List.of(arguments));
        Map<String, String> facts = facts();
        List<Scenario> scenarios = Programme.scenarios().stream()
                .filter(options::wants)
                .filter(ReliabilityMain::isPossible)
                .toList();
        Scale scale = Budget.share(scenarios, options.budget());
        FutureTask<KafkaBroker> kafka = new FutureTask<>(KafkaBroker::start);
        Path ledgers = Files.createTempDirectory("reliability-");
        List<Result> results = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            Path directory = ledgers.resolve(scenario.number() + "-" + results.size());
            System.out.println(
                    "Scenario " + scenario.number() + ", " + scenario.title() + ": " + scenario.injected(scale));
            Result result = run(scenario, new Lab(scale, directory, () -> started(kafka)));
            System.out.println("  " + (result.outcome() == null ? result.failure() : result.outcome()));
            results.add(result);
            // What was written so far is there, whatever becomes of the next.
            Files.writeString(
                    options.page(), new Page(COMMAND.formatted(String.join(" ", arguments)), facts, results).text());
        }
        System.out.println(
                "Written to " + options.page().toAbsolutePath().normalize() + "; the ledgers are in " + ledgers);
        // Redisson's and Kafka's threads would keep it for a while.
        System.exit(results.stream().allMatch(ReliabilityMain::isKept) ? 0 : 1);
    }

    private static Result run(Scenario scenario, Lab lab) {
        long began = System.nanoTime();
        try (lab) {
            Outcome outcome = scenario.run(lab);
            return new Result(scenario, lab.scale(), outcome, null, since(began));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Result(scenario, lab.scale(), null, e, since(began));
        } catch (Exception e) {
            return new Result(scenario, lab.scale(), null, e, since(began));
        }
    }

    private static boolean isPossible(Scenario scenario) {
        if (!scenario.isPossible()) {
            System.out.println("Left out: scenario " + scenario.number() + ", " + scenario.title());
        }
        return scenario.isPossible();
    }

    private static boolean isKept(Result result) {
        return result.outcome() != null && result.outcome().broken().isEmpty();
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private static KafkaBroker started(FutureTask<KafkaBroker> kafka) {
        kafka.run();
        try {
            return kafka.get();
        } catch (Exception e) {
            throw new IllegalStateException("Kafka did not start", e);
        }
    }

    private static Map<String, String> facts() throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", ZonedDateTime.now(ZoneOffset.UTC).format(DATE));
        facts.put(
                "machine",
                Runtime.getRuntime().availableProcessors() + " cores, shared by applications, Redis and Kafka; "
                        + System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
        try (RedisServer redis = RedisServer.start()) {
            facts.put("Redis", redis.version());
        }
        facts.put("Redisson", Redisson.class.getPackage().getImplementationVersion());
        facts.put("Kafka", AppInfoParser.getVersion());
        facts.put("terms", "those of -Dreliability.day=" + Terms.day());
        facts.put("library", System.getProperty("reliability.version", "unknown") + commit());
        return facts;
    }

    /** Nothing where there is no repository, or no git. */
    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return commit.isEmpty() ? "" : ", commit " + commit;
        } catch (IOException e) {
            return "";
        }
    }
}
