package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The results of a run, as a page of Markdown.
 *
 * @param command the command that repeats the run
 * @param facts date, machine and versions, in the order in which they are shown
 */
record Page(String command, Map<String, String> facts, List<Result> results) {

    private static final String NONE = "–";

    private static final String HEAD = """
            # Reliability

            A run of the reliability programme writes this page; do not edit it. The following command repeats the run. `--minutes`
            limits its duration. Without `--minutes`, all scenarios run at full size. `--scenarios=1,5` runs only these scenarios:

            ```shell
            %s
            ```

            ## Guarantees

            The guarantees assume that Redis keeps the writes that it has acknowledged:

            - When a send returns, its message is delivered **at least once**.
            - A message is **never early**, by Redis's clock.
            - A message that was **cancelled** is not delivered.
            - If an outcome is unknown, the answer says so.

            [Delivery guarantees](guarantees.md) lists the effect of each failure on messages. The [glossary](glossary.md) explains
            the terms.

            ## Method

            Each process that sends or receives writes a ledger. It writes each line to a file before it continues, so no line is missing
            after a kill. When all messages are drained, a checker reads these files, and nothing else. `CheckerTest` tests the checker
            with planted faults. The killed applications are separate JVMs, and Redis, Kafka and RabbitMQ are real servers. SIGKILL does not
            test fsync, so this page says nothing about power failures.

            Builds run the scenarios at their smallest size: some in every build, and each of the others on one day in five. In this
            run, the size was %s.
            Number 16 is missing: it will compare this version with the last released one, once there is a release.

            """;

    String text() {
        StringBuilder page = new StringBuilder(HEAD.formatted(command, size()));
        page.append(table(
                List.of("", ""),
                facts.entrySet().stream()
                        .map(fact -> List.of(fact.getKey(), fact.getValue()))
                        .toList()));
        page.append("\n## Results\n\n").append(verdict()).append("\n\n").append(outcomes());
        page.append(
                "\nThe p99 lateness covers first attempts. The worst lateness covers all deliveries, including those that waited for"
                        + " a server or a lease.\n\n");
        page.append("## Shortfalls\n\n").append(shortfalls());
        page.append("\n## Injected faults\n\n").append(injections());
        page.append(cuts());
        page.append("\n## Other figures\n\n").append(notes());
        return page.toString();
    }

    private String size() {
        double part = results.stream()
                .mapToDouble(result -> result.scale().part())
                .min()
                .orElse(0);
        return part == 1
                ? "the full size"
                : String.format(
                        Locale.ROOT,
                        "reduced to fit the time: %.0f %% of the way from the smallest to the full size",
                        100 * part);
    }

    private String verdict() {
        long broken = results.stream()
                .filter(result ->
                        result.outcome() == null || !result.outcome().broken().isEmpty())
                .count();
        return broken == 0
                ? "All guarantees held in all of %d scenarios%s.".formatted(results.size(), fellShort())
                : "**In %d of %d scenarios, a guarantee was violated, or the scenario did not finish.**"
                        .formatted(broken, results.size());
    }

    private String fellShort() {
        long number = results.stream()
                .filter(result -> !result.outcome().shortfalls().isEmpty())
                .count();
        return number == 0 ? "" : "; %d of them missed a limit".formatted(number);
    }

    private String outcomes() {
        List<List<String>> rows = new ArrayList<>();
        for (Result result : results) {
            List<String> row = new ArrayList<>(List.of(
                    Integer.toString(result.scenario().number()),
                    result.scenario().title()));
            Outcome outcome = result.outcome();
            if (outcome == null) {
                row.addAll(List.of(NONE, NONE, NONE, NONE, NONE, NONE, NONE, "**failed**"));
            } else {
                row.addAll(List.of(
                        number(outcome.injections()),
                        outcome.messages() == 0 ? NONE : number(outcome.messages()),
                        number(outcome.lost()),
                        number(outcome.early()),
                        number(outcome.duplicates()),
                        time(outcome.p99()),
                        time(outcome.worst()),
                        judgement(outcome)));
            }
            rows.add(row);
        }
        return table(
                List.of(
                        "#",
                        "scenario",
                        "injected",
                        "messages",
                        "lost",
                        "early",
                        "duplicates",
                        "p99 lateness",
                        "worst",
                        ""),
                rows);
    }

    private static String judgement(Outcome outcome) {
        if (!outcome.broken().isEmpty()) {
            return "**violated**";
        }
        return outcome.shortfalls().isEmpty() ? "held" : "held, missed a limit";
    }

    private String shortfalls() {
        List<String> lines = new ArrayList<>();
        for (Result result : results) {
            Outcome outcome = result.outcome();
            if (outcome == null) {
                lines.add(line(result, "**did not finish:** " + oneLine(String.valueOf(result.failure()))));
            } else {
                outcome.broken().forEach(broken -> lines.add(line(result, "**violated:** " + oneLine(broken))));
                outcome.shortfalls().forEach(shortfall -> lines.add(line(result, oneLine(shortfall))));
            }
        }
        return lines.isEmpty() ? "None in this run.\n" : String.join("", lines);
    }

    private String injections() {
        return table(
                List.of("#", "fault", "requirement", "in builds", "duration"),
                results.stream()
                        .map(result -> List.of(
                                Integer.toString(result.scenario().number()),
                                result.scenario().injected(result.scale()),
                                result.scenario().invariant(),
                                "`" + result.scenario().inBuild() + "`",
                                result.took().toSeconds() + " s"))
                        .toList());
    }

    private String cuts() {
        String lines = results.stream()
                .filter(result -> !result.scenario().injected(result.scale()).equals(atFullSize(result)))
                .map(result ->
                        "- %s, at full size: %s\n".formatted(result.scenario().title(), atFullSize(result)))
                .collect(Collectors.joining());
        return lines.isEmpty() ? "" : "\n## Reduced scenarios\n\n" + lines;
    }

    private static String atFullSize(Result result) {
        return result.scenario().injected(Scale.LONG);
    }

    private String notes() {
        return results.stream()
                .filter(result -> result.outcome() != null)
                .flatMap(result -> result.outcome().notes().stream().map(note -> line(result, oneLine(note))))
                .collect(Collectors.joining());
    }

    private static String line(Result result, String text) {
        return "- " + result.scenario().title() + ": " + text + "\n";
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String time(Duration time) {
        if (time.isZero()) {
            return NONE;
        }
        return time.toMillis() < 1_000
                ? time.toMillis() + " ms"
                : String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }

    private static String table(List<String> columns, List<List<String>> rows) {
        StringBuilder table = new StringBuilder(row(columns));
        table.append(row(columns.stream().map(column -> "---").toList()));
        rows.forEach(cells -> table.append(row(cells)));
        return table.toString();
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
