package org.delay.redisson.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.delay.redisson.benchmark.result.Failure;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Findings;
import org.delay.redisson.benchmark.result.Quantity;
import org.delay.redisson.benchmark.result.Target;
import org.delay.redisson.benchmark.result.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkdownReportTest {

    private static final Figure RATE = new Figure("drain", "no-op", "", Unit.PER_SECOND);
    private static final Figure LATENESS = new Figure("lateness", "2,000/s", "p99", Unit.MILLISECONDS);
    private static final Chapter DRAIN = new Chapter("drain", "Drain", "Received at once.", "Redis.");
    private static final Chapter LATE = new Chapter("lateness", "Lateness", "From the due time.", "The machine.");
    private static final Chapter UNUSED = new Chapter("idle", "Idle", "Nothing is due.", "Sweeps.");

    private final Findings findings = new Findings();

    @Test
    void aCellHasTheMedianAndTheSpread() {
        add(RATE, "ours", 100, 300, 200);
        add(RATE, "theirs", 100, 100, 100);
        assertThat(report().figureTable(DRAIN)).isEqualTo("""
                |  | ours | theirs | × theirs |
                | --- | --- | --- | --- |
                | no-op | 200/s (100 … 300) | 100/s (100 … 100) | 2 × |
                """);
    }

    @Test
    void whereLessIsBetterARatioIsTurnedRound() {
        add(LATENESS, "ours", 2);
        add(LATENESS, "theirs", 5);
        assertThat(report().figureTable(LATE)).contains("| 2,000/s, p99 | 2 ms | 5 ms | 2.50 × |");
    }

    @Test
    void whoWasNotMeasuredHasADash() {
        add(RATE, "ours", 100);
        add(new Figure("drain", "batches", "", Unit.PER_SECOND), "theirs", 100);
        assertThat(report().figureTable(DRAIN)).contains("| no-op | 100/s | – | – |", "| batches | – | 100/s | – |");
    }

    @Test
    void whoFailedSaysSoWhereItHasNoValue() {
        add(RATE, "ours", 100, 300);
        add(RATE, "theirs", 100);
        findings.add(new Failure("drain", "theirs", 2, "RedisTimeoutException: no answer"));
        findings.add(new Failure("drain", "another", 1, "IllegalStateException: too slow"));
        assertThat(report().page())
                .contains("| no-op | 200/s (100 … 300) | 100/s | failed | 2 × | – |")
                .contains("theirs failed in round 2: `RedisTimeoutException: no answer`\n")
                .contains("another failed in round 1: `IllegalStateException: too slow`\n");
    }

    @Test
    void aTargetIsReachedOrSaysByHowMuchNot() {
        add(RATE, "ours", 100);
        add(RATE, "theirs", 40);
        Quantity ours = new Quantity(RATE, "ours");
        Quantity theirs = new Quantity(RATE, "theirs");
        assertThat(report(
                                Target.atLeast("drain", ours, 2, theirs),
                                Target.atLeast("drain", ours, 5, theirs),
                                Target.atMost("drain", ours, 80),
                                Target.atMost("drain", ours, 2, new Quantity(RATE, "nobody")))
                        .targetTable())
                .contains(
                        "| drain | ≥ 2 × theirs | 2.50 × theirs | reached |",
                        "| drain | ≥ 5 × theirs | 2.50 × theirs | **falls short by 50 %** |",
                        "| drain | ≤ 80 | 100 | **falls short by 25 %** |",
                        "| drain | ≤ 2 × nobody | – | not measured |");
    }

    @Test
    void thePageHasTheChaptersThatWereMeasured() {
        add(RATE, "ours", 100);
        String page = report().page();
        assertThat(page)
                .startsWith("# Benchmarks\n")
                .contains("| Redis | 7.0 |", "## Drain\n\nReceived at once.", "![Drain](drain.svg)", "Redis.\n")
                .doesNotContain("## Idle", "## Lateness");
    }

    @Test
    void chartsAreDrawnForEachMetric(@TempDir Path directory) throws IOException {
        add(RATE, "ours", 100_000);
        add(RATE, "theirs", 10);
        add(new Figure("drain", "batches", "", Unit.PER_SECOND), "ours", 1_000);
        add(new Figure("drain", "no-op", "early", Unit.COUNT), "ours", 0);
        List<Path> files = new Charts(findings, directory).draw(DRAIN);
        assertThat(files).containsExactly(directory.resolve("drain.svg"));
        assertThat(Files.readString(files.get(0)))
                .contains("<svg", ">Drain</text", ">theirs</text", ">messages/s</text");
        assertThat(files.get(0)).satisfies(file -> assertThat(Files.size(file)).isLessThan(30_000));
    }

    private MarkdownReport report(Target... targets) {
        return new MarkdownReport(
                new Circumstances("ours", "mvn …", Map.of("Redis", "7.0"), ""),
                findings,
                List.of(DRAIN, LATE, UNUSED),
                List.of(targets),
                chapter -> List.of(chapter.name() + ".svg"));
    }

    private void add(Figure figure, String subject, double... values) {
        for (double value : values) {
            findings.add(figure, subject, value);
        }
    }
}
