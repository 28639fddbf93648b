package org.delay.redisson.benchmark.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.delay.redisson.benchmark.report.Chapter;
import org.delay.redisson.benchmark.report.Charts;
import org.delay.redisson.benchmark.report.MarkdownTable;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Findings;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.simulation.Scenarios.Size;

/** The page about the simulation: its costs, its error, and its answers. */
final class SimulationPage {

    /** Of a handler in the large fleet, for each message. */
    static final Duration HANDLER = Duration.ofNanos(100_000);

    private static final double NANOS_OF_MICRO = 1e3;
    private static final double NANOS_OF_MILLI = 1e6;

    private final Findings findings = new Findings();
    private final StringBuilder text = new StringBuilder();

    SimulationPage(String command) {
        text.append(SimulationText.HEAD.formatted(command));
    }

    void costs(Costs costs) {
        text.append("## Costs\n\n").append(SimulationText.COSTS);
        MarkdownTable table =
                new MarkdownTable(List.of("call", "Redis's thread", "for each more", "if Redis slept", "commands"));
        for (Call call : Call.values()) {
            CallCost cost = costs.of(call);
            table.row(List.of(
                    call.text(),
                    micros(cost.nanos()),
                    cost.nanosEach() == 0 ? "" : micros(cost.nanosEach()),
                    cost.nanos() == 0
                            ? ""
                            : "+ " + micros(cost.cold() * costs.awakening().longest()),
                    number(cost.commands())));
        }
        text.append(table).append('\n');
        MarkdownTable waits = new MarkdownTable(List.of("", "p50", "p99"));
        waits.row(row("a round trip without Redis's own time", costs.waits().trips()));
        waits.row(row(
                "a thread that waits for a time wakes up later by",
                costs.waits().late()));
        text.append(waits)
                .append(
                        "\nA poll that finds Redis asleep takes %s to %s longer, by how long it slept. Without any call, Redis works %s of the time.\n\n"
                                .formatted(
                                        micros((double) costs.awakening().least()),
                                        micros((double) costs.awakening().longest()),
                                        percent(costs.idleShare())));
    }

    private static List<String> row(String name, Samples samples) {
        return List.of(name, millis(samples.at(0.5) / NANOS_OF_MILLI), millis(samples.at(0.99) / NANOS_OF_MILLI));
    }

    void comparisons(List<Comparison> comparisons) {
        text.append("## Error\n\n").append(SimulationText.ERROR.formatted(Scenarios.SHARDS, Scenarios.RATE));
        MarkdownTable table = new MarkdownTable(List.of("instances", "", "measured", "simulated", "error"));
        MarkdownTable waits = new MarkdownTable(List.of("instances", "", "p50", "p99"));
        for (Comparison each : comparisons) {
            waits.row(waits(each, "a round trip", each.waits().trips()));
            waits.row(waits(each, "a thread wakes up later by", each.waits().late()));
            Row row = new Row(table, each.plan().instances());
            row.add(
                    "idle: commands/s",
                    Unit.COUNT,
                    each.measured().idle().commands(),
                    each.idle().commands());
            row.add(
                    "idle: Redis's thread",
                    Unit.PERCENT,
                    100 * each.measured().idle().busy(),
                    100 * each.idle().busiest());
            row.add(
                    "commands/s",
                    Unit.COUNT,
                    each.measured().load().commands(),
                    each.load().commands());
            row.add(
                    "Redis's thread",
                    Unit.PERCENT,
                    100 * each.measured().load().busy(),
                    100 * each.load().busiest());
            row.add(
                    "lateness p50",
                    Unit.MILLISECONDS,
                    each.measured().p50(),
                    each.load().lateness().p50());
            row.add(
                    "lateness p99",
                    Unit.MILLISECONDS,
                    each.measured().p99(),
                    each.load().lateness().p99());
        }
        text.append(table)
                .append("\nThe waits of the machine beside each fleet under load, which its simulation draws from:\n\n")
                .append(waits)
                .append('\n')
                .append("CHARTS-simulation\n");
    }

    private static List<String> waits(Comparison fleet, String name, Samples samples) {
        List<String> cells = new ArrayList<>(row(name, samples));
        cells.add(0, Integer.toString(fleet.plan().instances()));
        return cells;
    }

    /** The rows of one fleet. */
    private final class Row {

        private final MarkdownTable table;
        private final String instances;

        Row(MarkdownTable table, int instances) {
            this.table = table;
            this.instances = instances + (instances == 1 ? " instance" : " instances");
        }

        void add(String metric, Unit unit, double measured, double simulated) {
            Figure figure = new Figure("simulation", instances, metric, unit);
            findings.add(figure, "measured", measured);
            findings.add(figure, "simulated", simulated);
            table.row(List.of(
                    instances, metric, unit.text(measured), unit.text(simulated), error(simulated / measured - 1)));
        }
    }

    void big(Size size, Map<String, Outcome> outcomes) {
        text.append("## A large fleet\n\n")
                .append(String.format(
                        Locale.ROOT,
                        SimulationText.BIG,
                        size.instances(),
                        size.shards(),
                        size.masters(),
                        size.rate(),
                        HANDLER.toNanos() / NANOS_OF_MILLI));
        List<String> columns = new ArrayList<>(List.of(""));
        columns.addAll(outcomes.keySet());
        MarkdownTable table = new MarkdownTable(columns);
        table.row(cells(
                "messages due",
                outcomes,
                each -> number((double) each.lateness().sent())));
        table.row(cells(
                "not delivered 5 s later",
                outcomes,
                each -> number((double)
                        Math.max(0, each.lateness().sent() - each.lateness().delivered()))));
        table.row(cells("lateness p50", outcomes, each -> millis(each.lateness().p50())));
        table.row(cells("lateness p99", outcomes, each -> millis(each.lateness().p99())));
        table.row(cells(
                "lateness, worst", outcomes, each -> millis(each.lateness().most())));
        table.row(cells("commands/s, all masters", outcomes, each -> number(each.commands())));
        for (int percentile : new int[] {0, 50, 90, 100}) {
            String name = percentile == 0 ? "least" : percentile == 100 ? "most" : "p" + percentile;
            table.row(cells("a master's thread, " + name, outcomes, each -> percent(busy(each, percentile))));
        }
        for (Call call : Call.values()) {
            table.row(cells(
                    call.text() + " calls/s",
                    outcomes,
                    each -> number(each.calls().getOrDefault(call, 0d))));
        }
        text.append(table).append("\nCHARTS-fleet\n").append(SimulationText.LIMITS);
        outcomes.forEach(this::draw);
    }

    private void draw(String scenario, Outcome outcome) {
        List<Double> seconds = outcome.lateness().p99BySecond();
        for (int second = 0; second < seconds.size(); second++) {
            Figure figure = new Figure("fleet", "due in second " + (second + 1), "lateness p99", Unit.MILLISECONDS);
            findings.add(figure, scenario, seconds.get(second));
        }
        for (int percentile = 0; percentile <= 100; percentile += 10) {
            String name = percentile == 0 ? "least" : percentile == 100 ? "most" : percentile + " %";
            findings.add(
                    new Figure("fleet", name, "load of the masters", Unit.PERCENT),
                    scenario,
                    100 * busy(outcome, percentile));
        }
    }

    private static double busy(Outcome outcome, int percentile) {
        List<Double> sorted = outcome.busy();
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percentile / 100));
    }

    private static List<String> cells(String name, Map<String, Outcome> outcomes, Reader reader) {
        List<String> cells = new ArrayList<>(List.of(name));
        outcomes.values().forEach(outcome -> cells.add(reader.read(outcome)));
        return cells;
    }

    /** Reads one figure of an outcome. */
    private interface Reader {

        String read(Outcome outcome);
    }

    void write(Path directory) throws IOException {
        Charts charts = new Charts(findings, directory.resolve("simulation"));
        String page = text.toString();
        for (Chapter chapter : SimulationText.CHAPTERS) {
            StringBuilder images = new StringBuilder();
            for (Path file : charts.draw(chapter)) {
                images.append("![")
                        .append(chapter.title())
                        .append("](")
                        .append(directory.relativize(file))
                        .append(")\n\n");
            }
            page = page.replace("CHARTS-" + chapter.name() + "\n", images);
        }
        Files.writeString(directory.resolve("simulation.md"), page);
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, "%.1f µs", nanos / NANOS_OF_MICRO);
    }

    private static String millis(double millis) {
        return Unit.MILLISECONDS.text(millis);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    private static String error(double share) {
        return String.format(Locale.ROOT, "%+.0f %%", 100 * share);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
