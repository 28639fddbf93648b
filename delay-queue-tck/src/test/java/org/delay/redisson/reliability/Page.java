package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a run found, as a page of Markdown.
 *
 * @param command what makes it again
 * @param facts date, machine and versions, in the order in which they are shown
 */
record Page(String command, Map<String, String> facts, List<Result> results) {

    private static final String NONE = "–";

    private static final String HEAD = """
            # Reliability

            Written by a run of the reliability programme; do not edit. This makes it again, with as much as fits into so many
            minutes; without `--minutes` all scenarios run at full size, and `--scenarios=1,5` runs these alone:

            ```shell
            %s
            ```

            ## The promise

            As far as Redis keeps the writes that it acknowledged: when a send returns, its message is delivered **at least once**;
            **never early**, by Redis's clock; a message that was **cancelled** is not delivered; and what can't be known is said.
            What befalls messages when something breaks is [in the README](../README.md#delivery-guarantees).

            ## How it is checked

            Each process that sends or receives writes a ledger: a file to which each line is written before the writer goes on, so
            that nothing is missing when it is killed. When the queue is drained, a checker reads these files, and nothing else. The
            checker itself is tested with planted faults (`CheckerTest`). Applications that are killed are JVMs of their own; Redis
            and Kafka are real servers. SIGKILL does not test fsync: nothing is said here of power that fails.

            A scenario runs in every build at its smallest size. Here it ran at %s.
            Number 16 is missing: this version and the last released one, side by side, once there is a release.

            """;

    String text() {
        StringBuilder page = new StringBuilder(HEAD.formatted(command, size()));
        page.append(table(
                List.of("", ""),
                facts.entrySet().stream()
                        .map(fact -> List.of(fact.getKey(), fact.getValue()))
                        .toList()));
        page.append("\n## What came out\n\n").append(verdict()).append("\n\n").append(outcomes());
        page.append(
                "\nLateness is that of first attempts; the worst is that of any delivery, what waited for a server or a lease"
                        + " included.\n\n");
        page.append("## What fell short\n\n").append(shortfalls());
        page.append("\n## What was injected\n\n").append(injections());
        page.append(cuts());
        page.append("\n## What else was counted\n\n").append(notes());
        return page.toString();
    }

    private String size() {
        double part = results.stream()
                .mapToDouble(result -> result.scale().part())
                .min()
                .orElse(0);
        return part == 1
                ? "its full size"
                : String.format(
                        Locale.ROOT,
                        "a size cut to fit the time: %.0f %% of the way from there to its full size",
                        100 * part);
    }

    private String verdict() {
        long broken = results.stream()
                .filter(result ->
                        result.outcome() == null || !result.outcome().broken().isEmpty())
                .count();
        return broken == 0
                ? "Every promise was kept in all of %d scenarios%s.".formatted(results.size(), fellShort())
                : "**%d of %d scenarios did not keep their promise, or did not come to their end.**"
                        .formatted(broken, results.size());
    }

    private String fellShort() {
        long number = results.stream()
                .filter(result -> !result.outcome().shortfalls().isEmpty())
                .count();
        return number == 0 ? "" : "; %d of them fell short of a bound".formatted(number);
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
            return "**broken**";
        }
        return outcome.shortfalls().isEmpty() ? "kept" : "kept, falls short";
    }

    private String shortfalls() {
        List<String> lines = new ArrayList<>();
        for (Result result : results) {
            Outcome outcome = result.outcome();
            if (outcome == null) {
                lines.add(line(result, "**did not come to its end:** " + oneLine(String.valueOf(result.failure()))));
            } else {
                outcome.broken().forEach(broken -> lines.add(line(result, "**broken:** " + oneLine(broken))));
                outcome.shortfalls().forEach(shortfall -> lines.add(line(result, oneLine(shortfall))));
            }
        }
        return lines.isEmpty() ? "Nothing in this run.\n" : String.join("", lines);
    }

    private String injections() {
        return table(
                List.of("#", "what was done", "what must hold", "in every build", "took"),
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
        return lines.isEmpty() ? "" : "\n## What was cut\n\n" + lines;
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
