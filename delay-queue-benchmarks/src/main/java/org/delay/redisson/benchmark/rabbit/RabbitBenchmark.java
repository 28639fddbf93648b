package org.delay.redisson.benchmark.rabbit;

import static org.delay.redisson.benchmark.result.Target.atLeast;
import static org.delay.redisson.benchmark.result.Target.atMost;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.benchmark.contender.Entrant;
import org.delay.redisson.benchmark.report.Chapter;
import org.delay.redisson.benchmark.report.Circumstances;
import org.delay.redisson.benchmark.report.MarkdownReport;
import org.delay.redisson.benchmark.result.Failure;
import org.delay.redisson.benchmark.result.Findings;
import org.delay.redisson.benchmark.result.Quantity;
import org.delay.redisson.benchmark.result.Target;
import org.delay.redisson.benchmark.workload.Notebook;
import org.delay.redisson.tck.server.RabbitBroker;

/** Measures delivery to RabbitMQ on a node of its own, and writes the report. Its arguments are {@link RabbitOptions}. */
@RequiredArgsConstructor
public final class RabbitBenchmark {

    private static final String COMMAND =
            "mvn -q -ntp -pl delay-queue-benchmarks -am compile exec:exec@rabbit -Drabbit=\"%s\"";

    private static final LatenessPart LATENESS = new LatenessPart();
    private static final StuckPart STUCK = new StuckPart();
    private static final List<RabbitPart> PARTS = List.of(new DrainPart(), LATENESS, STUCK);

    private static final List<Target> TARGETS = List.of(
            atLeast(
                    "drain into RabbitMQ",
                    new Quantity(DrainPart.RATE, Entrant.LIBRARY),
                    0.5,
                    new Quantity(DrainPart.RATE, BarePublisher.SUBJECT)),
            atMost(
                    "lateness of different delays, p99",
                    new Quantity(LATENESS.p99(), Entrant.LIBRARY),
                    1,
                    new Quantity(LATENESS.p99(), ExpirationDelayer.SUBJECT)),
            atMost(
                    "lateness behind a longer delay, p50",
                    new Quantity(STUCK.p50(), Entrant.LIBRARY),
                    1,
                    new Quantity(STUCK.p50(), ExpirationDelayer.SUBJECT)));

    private final RabbitOptions options;
    private final PrintStream out;
    private final Findings findings = new Findings();

    @SuppressWarnings("SystemOut") // users see it in the terminal
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (!RabbitBroker.isInstalled()) {
            out.println("Nothing is measured, because there is no rabbitmq-server on the PATH.");
            return;
        }
        RabbitBenchmark benchmark = new RabbitBenchmark(RabbitOptions.of(List.of(arguments)), out);
        if (benchmark.parts().isEmpty()) {
            out.println("There is no such part. There are "
                    + PARTS.stream().map(RabbitPart::name).toList());
            System.exit(1);
        }
        try (RabbitLab lab = RabbitLab.start()) {
            benchmark.run(lab, String.join(" ", arguments));
        }
        // Redisson's threads would keep the JVM alive for a while.
        System.exit(benchmark.findings.isComplete(Entrant.LIBRARY) ? 0 : 1);
    }

    private void run(RabbitLab lab, String arguments) throws Exception {
        for (RabbitPart part : parts()) {
            out.println(part.title());
            for (int round = 0; round <= options.rounds(); round++) {
                run(part, lab, round);
            }
        }
        MarkdownReport report = report(lab, arguments);
        Files.createDirectories(RabbitOptions.REPORT);
        Files.writeString(RabbitOptions.REPORT.resolve("rabbit-benchmarks.md"), report.page());
        out.println(report.targetTable());
    }

    private List<RabbitPart> parts() {
        return PARTS.stream().filter(part -> options.contains(part.name())).toList();
    }

    /** Round 0 warms up: its figures do not count. */
    private void run(RabbitPart part, RabbitLab lab, int round) {
        try {
            part.run(
                    lab,
                    round == 0 ? RabbitOptions.WARM_UP : options,
                    subject -> new Notebook(part.name(), (figure, value) -> {
                        if (round > 0) {
                            findings.add(figure, subject, value);
                            out.printf(
                                    "  %d  %-26s %s: %s%n",
                                    round,
                                    subject,
                                    figure.label(),
                                    figure.unit().text(value));
                        }
                    }));
        } catch (Exception e) {
            out.printf("  %d  failed: %s%n", round, e);
            if (round > 0) {
                findings.add(Failure.of(part.name(), Entrant.LIBRARY, round, e));
            }
        }
    }

    private MarkdownReport report(RabbitLab lab, String arguments) throws Exception {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", ZonedDateTime.now(ZoneOffset.UTC).toLocalDate().toString());
        facts.put(
                "machine",
                Runtime.getRuntime().availableProcessors() + " cores, shared by client, RabbitMQ and Redis; "
                        + System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("RabbitMQ", lab.version());
        facts.put("rounds", Integer.toString(options.rounds()));
        facts.put(
                "sizes",
                "%,d messages drained, %,d/s for %d s"
                        .formatted(
                                options.messages(),
                                options.perSecond(),
                                options.time().toSeconds()));
        return new MarkdownReport(
                new Circumstances(
                        Entrant.LIBRARY,
                        COMMAND.formatted(arguments),
                        facts,
                        "RabbitMQ has its defaults, and Redis persists nothing."),
                findings,
                PARTS.stream()
                        .map(part -> new Chapter(part.name(), part.title(), part.description(), part.bound()))
                        .toList(),
                TARGETS,
                chapter -> List.of());
    }
}
