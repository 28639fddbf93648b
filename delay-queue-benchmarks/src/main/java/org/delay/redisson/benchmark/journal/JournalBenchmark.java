package org.delay.redisson.benchmark.journal;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.delay.redisson.benchmark.contender.DbSchedulerContender;
import org.delay.redisson.benchmark.contender.JobRunrContender;
import org.delay.redisson.benchmark.contender.JournalContender;
import org.delay.redisson.benchmark.contender.SqlContender;
import org.delay.redisson.benchmark.contender.SqlEntrant;
import org.delay.redisson.benchmark.journal.JournalOptions.Sizes;
import org.delay.redisson.benchmark.report.Chapter;
import org.delay.redisson.benchmark.report.Circumstances;
import org.delay.redisson.benchmark.report.MarkdownReport;
import org.delay.redisson.benchmark.result.Failure;
import org.delay.redisson.benchmark.result.Findings;
import org.delay.redisson.benchmark.workload.Notebook;

/**
 * Measures the journal beside libraries that keep jobs in a database, and writes the report. Its arguments are
 * {@link JournalOptions}.
 */
public final class JournalBenchmark {

    private static final String COMMAND =
            "mvn -q -ntp -pl delay-queue-benchmarks -am compile exec:exec@journal -Djournal=\"%s\"";
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'");

    private static final List<SqlEntrant> ENTRANTS = List.of(
            new SqlEntrant(SqlEntrant.JOURNAL, JournalContender::open),
            new SqlEntrant(SqlEntrant.DB_SCHEDULER, DbSchedulerContender::open),
            new SqlEntrant(SqlEntrant.JOB_RUNR, JobRunrContender::open));

    private static final List<JournalPart> PARTS = List.of(
            new TransactionPart(),
            new SendPart(),
            new RelayPart(),
            new FlowPart(),
            new LatenessPart(),
            new RestorePart());

    private final JournalOptions options;
    private final Postgres postgres;
    private final PrintStream out;
    private final Findings findings = new Findings();

    private JournalBenchmark(JournalOptions options, Postgres postgres, PrintStream out) {
        this.options = options;
        this.postgres = postgres;
        this.out = out;
    }

    @SuppressWarnings("SystemOut") // users see it in the terminal
    public static void main(String[] arguments) throws Exception {
        JournalOptions options = JournalOptions.of(List.of(arguments));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        boolean complete;
        try (Postgres postgres = Postgres.start()) {
            complete = new JournalBenchmark(options, postgres, out).run(String.join(" ", arguments));
        }
        // Redisson's threads would keep the JVM alive for a while.
        System.exit(complete ? 0 : 1);
    }

    private boolean run(String arguments) throws Exception {
        List<JournalPart> parts =
                PARTS.stream().filter(part -> options.wants(part.name())).toList();
        for (JournalPart part : parts) {
            out.println(part.title());
            for (int round = 0; round <= options.rounds(); round++) {
                for (SqlEntrant entrant : ENTRANTS) {
                    if (entrant.name().equals(SqlEntrant.JOURNAL) || !part.isForTheJournalOnly()) {
                        run(part, entrant, round);
                    }
                }
            }
            write(report(arguments, parts));
        }
        out.println(report(arguments, parts).targetTable());
        return findings.isComplete(SqlEntrant.JOURNAL);
    }

    /** Round 0 warms up: its figures do not count. */
    private void run(JournalPart part, SqlEntrant entrant, int round) {
        Notebook notebook = new Notebook(part.name(), (figure, value) -> {
            if (round > 0) {
                findings.add(figure, entrant.name(), value);
                out.printf(
                        "  %d  %-14s %s: %s%n",
                        round, entrant.name(), figure.label(), figure.unit().text(value));
            }
        });
        try (SqlLab lab = SqlLab.open(postgres);
                SqlContender contender = entrant.opening().open(lab.place())) {
            part.run(lab, contender, round == 0 ? Sizes.WARM_UP : options.sizes(), notebook);
        } catch (Exception e) {
            out.printf("  %d  %-14s failed: %s%n", round, entrant.name(), e);
            if (round > 0) {
                findings.add(Failure.of(part.name(), entrant.name(), round, e));
            }
        }
    }

    private MarkdownReport report(String arguments, List<JournalPart> parts) {
        Circumstances circumstances = new Circumstances(
                SqlEntrant.JOURNAL,
                COMMAND.formatted(arguments),
                facts(),
                "All contenders use the same PostgreSQL, each on an empty database of its own, through HikariCP with 30"
                        + " connections. The journal has its defaults, and Redis persists nothing. db-scheduler and JobRunr"
                        + " have 20 threads for handlers.");
        List<Chapter> chapters = parts.stream()
                .map(part -> new Chapter(part.name(), part.title(), part.description(), part.bound()))
                .toList();
        return new MarkdownReport(
                circumstances,
                findings,
                chapters,
                JournalTargets.of(options.sizes().restore()),
                chapter -> List.of());
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", ZonedDateTime.now(ZoneOffset.UTC).format(DATE));
        facts.put(
                "machine",
                processor() + ", " + Runtime.getRuntime().availableProcessors()
                        + " cores, shared by client, PostgreSQL and Redis; " + System.getProperty("os.name") + " "
                        + System.getProperty("os.version"));
        facts.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("PostgreSQL", postgres.summary());
        facts.put("db-scheduler", jar(com.github.kagkarlsson.scheduler.Scheduler.class));
        facts.put("JobRunr", jar(org.jobrunr.server.BackgroundJobServer.class));
        facts.put("rounds", Integer.toString(options.rounds()));
        facts.put(
                "sizes",
                "%,d messages, %d s, %,d messages restored"
                        .formatted(
                                options.sizes().messages(),
                                options.sizes().seconds(),
                                options.sizes().restore()));
        return facts;
    }

    /** The jar of a class, whose name has its version. */
    private static String jar(Class<?> type) {
        String path = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return path.substring(path.lastIndexOf('/') + 1);
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

    private void write(MarkdownReport report) throws IOException {
        Files.createDirectories(options.report());
        Files.writeString(options.report().resolve("journal-benchmarks.md"), report.page());
    }
}
