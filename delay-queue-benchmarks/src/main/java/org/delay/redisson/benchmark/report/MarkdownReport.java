package org.delay.redisson.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.delay.redisson.benchmark.result.Failure;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Findings;
import org.delay.redisson.benchmark.result.Quantity;
import org.delay.redisson.benchmark.result.Spread;
import org.delay.redisson.benchmark.result.Target;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.result.Verdict;

/**
 * Findings as a page of Markdown: a comparison with the targets, then a table for each workload.
 *
 * @param chapters the chapters; those without findings are left out
 * @param charts the images of a chapter, as Markdown
 */
public record MarkdownReport(
        Circumstances circumstances, Findings findings, List<Chapter> chapters, List<Target> targets, Images charts) {

    private static final String NONE = "–";

    private static final String FAILED = "failed";

    /** Returns the locations of a chapter's images. */
    public interface Images {

        /** Their paths, relative to the page. */
        List<String> of(Chapter chapter);
    }

    /** The whole page. */
    public String page() {
        StringBuilder page = new StringBuilder("# Benchmarks\n\n");
        page.append("This page is written by `").append(circumstances.command()).append("`. Do not edit it.\n\n");
        MarkdownTable facts = new MarkdownTable(List.of("", ""));
        circumstances.facts().forEach((name, value) -> facts.row(List.of(name, value)));
        page.append(facts).append('\n');
        if (!circumstances.remarks().isEmpty()) {
            page.append(circumstances.remarks()).append("\n\n");
        }
        page.append(
                "Each cell shows the median of the rounds and, in brackets, the lowest and the highest value. A ratio is the"
                        + " median of the rounds' ratios of `" + circumstances.subject()
                        + "` to the other contender, inverted where less is better. So a ratio above 1 means that `"
                        + circumstances.subject() + "` is better. Compare values within a run, never across runs.\n\n");
        page.append("## Targets\n\n").append(targetTable()).append('\n');
        for (Chapter chapter : chapters) {
            if (!findings.figuresOf(chapter.name()).isEmpty()
                    || !findings.failuresOf(chapter.name()).isEmpty()) {
                page.append(text(chapter));
            }
        }
        return page.toString();
    }

    /** Compares the findings with the targets. */
    public String targetTable() {
        MarkdownTable table = new MarkdownTable(List.of("workload", "target", "measured", ""));
        for (Target target : targets) {
            Optional<Verdict> verdict = Verdict.of(target, findings);
            table.row(List.of(
                    target.workload(),
                    demand(target),
                    verdict.map(found -> quotient(target, found.value())).orElse(NONE),
                    verdict.map(MarkdownReport::judgement).orElse("not measured")));
        }
        return table.toString();
    }

    /** The figures of a chapter, each with its ratio to every other subject's. */
    public String figureTable(Chapter chapter) {
        List<Figure> figures = findings.figuresOf(chapter.name());
        Set<String> failed = findings.failuresOf(chapter.name()).stream()
                .map(Failure::subject)
                .collect(Collectors.toSet());
        Set<String> subjects = findings.subjectsOf(figures);
        subjects.addAll(failed);
        List<String> columns = new ArrayList<>(List.of(""));
        columns.addAll(subjects);
        List<String> others = subjects.contains(circumstances.subject())
                ? subjects.stream()
                        .filter(subject -> !subject.equals(circumstances.subject()))
                        .toList()
                : List.of();
        others.forEach(other -> columns.add("× " + other));
        MarkdownTable table = new MarkdownTable(columns);
        for (Figure figure : figures) {
            List<String> cells = new ArrayList<>(List.of(figure.label()));
            subjects.forEach(subject -> cells.add(cell(figure, subject, failed)));
            others.forEach(other -> cells.add(ratio(figure, other)));
            table.row(cells);
        }
        return table.toString();
    }

    private String text(Chapter chapter) {
        StringBuilder text = new StringBuilder("## " + chapter.title() + "\n\n");
        text.append(chapter.description())
                .append("\n\n")
                .append(figureTable(chapter))
                .append('\n');
        for (Failure failure : findings.failuresOf(chapter.name())) {
            text.append(
                    "%s failed in round %d: `%s`\n\n".formatted(failure.subject(), failure.round(), failure.reason()));
        }
        for (String image : charts.of(chapter)) {
            text.append("![").append(chapter.title()).append("](").append(image).append(")\n\n");
        }
        return text.append("**The bottleneck.** ")
                .append(chapter.bound())
                .append("\n\n")
                .toString();
    }

    private String cell(Figure figure, String subject, Set<String> failed) {
        return findings.spread(figure, subject)
                .map(spread -> cell(figure.unit(), spread))
                .orElse(failed.contains(subject) ? FAILED : NONE);
    }

    private static String cell(Unit unit, Spread spread) {
        String median = unit.text(spread.median());
        return spread.rounds() == 1
                ? median
                : "%s (%s … %s)".formatted(median, unit.number(spread.least()), unit.number(spread.most()));
    }

    private String ratio(Figure figure, String other) {
        Quantity ours = new Quantity(figure, circumstances.subject());
        Quantity theirs = new Quantity(figure, other);
        Optional<Double> ratio =
                figure.unit().moreIsBetter() ? findings.ratio(ours, theirs) : findings.ratio(theirs, ours);
        return ratio.filter(Double::isFinite).map(MarkdownReport::times).orElse(NONE);
    }

    private static String demand(Target target) {
        return target.bound().symbol() + " " + quotient(target, target.factor());
    }

    /** Formats a ratio with the name of the other contender, or a plain number. */
    private static String quotient(Target target, double value) {
        Quantity reference = target.reference();
        if (reference == null) {
            return number(value);
        }
        boolean same = reference.subject().equals(target.measured().subject());
        return times(value) + (same ? "" : " " + reference.subject());
    }

    private static String judgement(Verdict verdict) {
        if (verdict.reached()) {
            return "reached";
        }
        return Double.isFinite(verdict.shortfall())
                ? String.format(Locale.ROOT, "**falls short by %.0f %%**", Math.max(1, verdict.shortfall() * 100))
                : "**falls short**";
    }

    private static String times(double ratio) {
        return number(ratio) + " ×";
    }

    private static String number(double value) {
        return value == Math.rint(value) || value >= 100
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value);
    }
}
