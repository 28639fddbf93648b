package org.delay.redisson.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.delay.redisson.benchmark.contender.DelayQueueContender;
import org.delay.redisson.benchmark.contender.Entrant;
import org.delay.redisson.benchmark.contender.RDelayedQueueContender;
import org.delay.redisson.benchmark.contender.ZsetLoopContender;
import org.delay.redisson.benchmark.report.Chapter;
import org.delay.redisson.benchmark.report.Charts;
import org.delay.redisson.benchmark.report.Circumstances;
import org.delay.redisson.benchmark.report.MarkdownReport;
import org.delay.redisson.benchmark.result.Findings;
import org.delay.redisson.benchmark.workload.ApplicationsWorkload;
import org.delay.redisson.benchmark.workload.CancelWorkload;
import org.delay.redisson.benchmark.workload.DrainWorkload;
import org.delay.redisson.benchmark.workload.GrowthWorkload;
import org.delay.redisson.benchmark.workload.IdleWorkload;
import org.delay.redisson.benchmark.workload.KafkaWorkload;
import org.delay.redisson.benchmark.workload.LatenessWorkload;
import org.delay.redisson.benchmark.workload.LimitsWorkload;
import org.delay.redisson.benchmark.workload.MemoryWorkload;
import org.delay.redisson.benchmark.workload.RecoveryWorkload;
import org.delay.redisson.benchmark.workload.RemoteEntrant;
import org.delay.redisson.benchmark.workload.Scale;
import org.delay.redisson.benchmark.workload.ScheduleWorkload;
import org.delay.redisson.benchmark.workload.SharedKafka;
import org.delay.redisson.benchmark.workload.TopicsWorkload;
import org.delay.redisson.benchmark.workload.Workload;

/** Measures the library and its alternatives, and writes the report. Its arguments are {@link Options}. */
public final class Benchmarks {

    private static final String COMMAND =
            "mvn -q -ntp -pl delay-queue-benchmarks -am compile exec:exec -Dbenchmark=\"%s\"";

    private Benchmarks() {}

    @SuppressWarnings("SystemOut") // users see it in the terminal
    public static void main(String[] arguments) throws Exception {
        Options options = Options.of(List.of(arguments));
        // Not every locale's character set contains the signs in the tables.
        Console console = new Console(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        Map<String, String> facts = Machine.facts(options);
        Remote remote = Remote.of(options);
        List<Workload> workloads = workloads(options, remote.entrants());
        boolean complete;
        try (SharedKafka kafka = new SharedKafka()) {
            Suite suite = new Suite(options.scale(), options.rounds(), kafka, console);
            Findings findings = new Findings();
            Circumstances circumstances = new Circumstances(
                    Entrant.LIBRARY, COMMAND.formatted(String.join(" ", arguments)), facts, remote.remark());
            List<Chapter> chapters = workloads.stream()
                    .map(workload ->
                            new Chapter(workload.name(), workload.title(), workload.description(), workload.bound()))
                    .toList();
            for (Workload workload : workloads) {
                suite.run(workload, findings);
                // Writes the results so far, in case the next workload fails.
                write(report(circumstances, findings, chapters, options), options.report());
            }
            tell(report(circumstances, findings, chapters, options), options.report(), console);
            complete = findings.isComplete(Entrant.LIBRARY);
        }
        // Redisson's and Kafka's threads would keep the JVM alive for a while.
        System.exit(complete ? 0 : 1);
    }

    private static List<Workload> workloads(Options options, List<RemoteEntrant> remote) {
        Scale scale = options.scale();
        List<Entrant> entrants = Stream.of(
                        new Entrant(Entrant.LIBRARY, false, DelayQueueContender::open),
                        new Entrant(Entrant.R_DELAYED_QUEUE, true, RDelayedQueueContender::open),
                        new Entrant(Entrant.ZSET_LOOP, false, ZsetLoopContender::open))
                .filter(entrant -> !options.without().contains(entrant.name()))
                .toList();
        return Stream.of(
                        new LimitsWorkload(),
                        new ScheduleWorkload(entrants, remote, scale),
                        new DrainWorkload(entrants, remote, scale),
                        new KafkaWorkload(),
                        new LatenessWorkload(entrants, remote, scale),
                        new MemoryWorkload(entrants),
                        new CancelWorkload(entrants),
                        new IdleWorkload(entrants),
                        new GrowthWorkload(entrants),
                        new ApplicationsWorkload(),
                        new TopicsWorkload(),
                        new RecoveryWorkload())
                .filter(workload -> options.wants(workload.name()))
                .toList();
    }

    private static MarkdownReport report(
            Circumstances circumstances, Findings findings, List<Chapter> chapters, Options options)
            throws IOException {
        Charts charts = new Charts(findings, options.report().resolve("benchmarks"));
        Map<Chapter, List<String>> images = new HashMap<>();
        for (Chapter chapter : chapters) {
            images.put(
                    chapter,
                    charts.draw(chapter).stream()
                            .map(file -> options.report().relativize(file).toString())
                            .toList());
        }
        return new MarkdownReport(
                circumstances,
                findings,
                chapters,
                Targets.of(options.scale()),
                chapter -> images.getOrDefault(chapter, List.of()));
    }

    private static void write(MarkdownReport report, Path directory) throws IOException {
        Files.writeString(page(directory), report.page());
    }

    private static void tell(MarkdownReport report, Path directory, Console console) {
        for (Chapter chapter : report.chapters()) {
            console.say("%n%s%n%s", chapter.title(), report.figureTable(chapter));
        }
        console.say(
                "%nTargets%n%s%nWritten to %s",
                report.targetTable(), page(directory).toAbsolutePath().normalize());
    }

    private static Path page(Path directory) {
        return directory.resolve("benchmarks.md");
    }
}
