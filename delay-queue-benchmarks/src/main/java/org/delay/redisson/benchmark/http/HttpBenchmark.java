package org.delay.redisson.benchmark.http;

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
import org.delay.redisson.benchmark.workload.Notebook;

/** Measures the server beside ElasticMQ and beanstalkd, and writes the report. Its arguments are {@link HttpOptions}. */
@RequiredArgsConstructor
public final class HttpBenchmark {

    private static final String COMMAND = "mvn -q -ntp -pl delay-queue-server -am package -Dmaven.test.skip=true"
            + " && mvn -q -ntp -pl delay-queue-benchmarks -am compile exec:exec@http -Dhttp=\"%s\"";

    private static final List<HttpPart> PARTS =
            List.of(new SendPart(), new ReceivePart(), new PendingPart(), new WaitingPart());

    private final HttpOptions options;
    private final PrintStream out;
    private final Findings findings = new Findings();
    private final HttpLab lab = new HttpLab();

    @SuppressWarnings("SystemOut") // users see it in the terminal
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        HttpBenchmark benchmark = new HttpBenchmark(HttpOptions.of(List.of(arguments)), out);
        benchmark.run(String.join(" ", arguments));
        System.exit(benchmark.findings.isComplete(Entrant.LIBRARY) ? 0 : 1);
    }

    private void run(String arguments) throws Exception {
        boolean hasBeanstalk = BeanstalkPeer.isInstalled();
        if (!hasBeanstalk && !options.isAlone()) {
            out.println("beanstalkd is left out, because it is not on the PATH.");
        }
        for (HttpPart part :
                PARTS.stream().filter(each -> options.has(each.name())).toList()) {
            out.println(part.title());
            run(part, Entrant.LIBRARY, ServerPeer::open);
            if (!part.isOfTheServerOnly() && !options.isAlone()) {
                run(part, ElasticMqPeer.SUBJECT, ElasticMqPeer::open);
                if (hasBeanstalk) {
                    run(part, BeanstalkPeer.SUBJECT, BeanstalkPeer::open);
                }
            }
        }
        MarkdownReport report = report(arguments);
        Files.createDirectories(HttpOptions.REPORT);
        Files.writeString(HttpOptions.REPORT.resolve("http-benchmarks.md"), report.page());
        out.println(report.targetTable());
    }

    /** A server of its own, so that nothing is left of what was measured before. Round 0 warms up: its figures do not count. */
    private void run(HttpPart part, String subject, Peer.Opening opening) {
        int round = 0;
        try (Peer peer = opening.open(lab)) {
            warmUp(part, peer);
            for (round = 1; round <= options.rounds(); round++) {
                part.run(peer, options, notebook(part, subject, round));
            }
        } catch (Exception e) {
            out.printf("  %d  %-12s failed: %s%n", round, subject, e);
            findings.add(Failure.of(part.name(), subject, round, e));
        }
    }

    private void warmUp(HttpPart part, Peer peer) throws Exception {
        long begun = System.nanoTime();
        do {
            part.run(peer, options.warmUp(), new Notebook(part.name(), (figure, value) -> {}));
        } while (peer.isCompiledWhileItRuns()
                && System.nanoTime() - begun < options.warmingUp().toNanos());
    }

    private Notebook notebook(HttpPart part, String subject, int round) {
        return new Notebook(part.name(), (figure, value) -> {
            findings.add(figure, subject, value);
            out.printf(
                    "  %d  %-12s %s: %s%n",
                    round, subject, figure.label(), figure.unit().text(value));
        });
    }

    private MarkdownReport report(String arguments) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", ZonedDateTime.now(ZoneOffset.UTC).toLocalDate().toString());
        facts.put(
                "machine",
                Runtime.getRuntime().availableProcessors() + " cores, shared by clients, server and Redis; "
                        + System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("rounds", Integer.toString(options.rounds()));
        facts.put(
                "sizes",
                "%,d messages one by one, %,d in bulk, %,d clients that wait, up to %,d pending"
                        .formatted(options.single(), options.many(), options.waiting(), options.pending()));
        return new MarkdownReport(
                new Circumstances(
                        Entrant.LIBRARY,
                        COMMAND.formatted(arguments),
                        facts,
                        "The server has a heap of at most 1 GB, and ElasticMQ one of 4 GB, since it keeps messages there. Redis persists"
                                + " nothing, and beanstalkd keeps everything in memory. Each is measured alone. Those that are"
                                + " compiled while they run were under load for %d s before."
                                        .formatted(options.warmingUp().toSeconds())),
                findings,
                PARTS.stream()
                        .map(part -> new Chapter(part.name(), part.title(), part.description(), part.bound()))
                        .toList(),
                HttpTargets.of(options),
                chapter -> List.of());
    }
}
