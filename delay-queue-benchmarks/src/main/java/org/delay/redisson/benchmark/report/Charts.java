package org.delay.redisson.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Findings;
import org.delay.redisson.benchmark.result.Spread;
import org.delay.redisson.benchmark.result.Unit;
import org.jfree.data.category.DefaultCategoryDataset;

/** Draws a chapter's medians, a chart for each metric: groups of bars, one for each subject. */
public record Charts(Findings findings, Path directory) {

    /** A metric in a unit. */
    private record Kind(String metric, Unit unit) {}

    /** Draws a chapter's charts, and returns their files. */
    public List<Path> draw(Chapter chapter) throws IOException {
        Map<Kind, List<Figure>> kinds = new LinkedHashMap<>();
        for (Figure figure : findings.figuresOf(chapter.name())) {
            kinds.computeIfAbsent(new Kind(figure.metric(), figure.unit()), none -> new ArrayList<>())
                    .add(figure);
        }
        Files.createDirectories(directory);
        List<Path> files = new ArrayList<>();
        for (Map.Entry<Kind, List<Figure>> kind : kinds.entrySet()) {
            DefaultCategoryDataset bars = bars(kind.getValue());
            if (bars.getRowCount() > 0) {
                Path file = directory.resolve(name(chapter, kind.getKey()) + ".svg");
                new BarChart(title(chapter, kind.getKey()), axis(kind.getKey()), bars).write(file);
                files.add(file);
            }
        }
        return files;
    }

    /** A value that rounds to zero has no bar. */
    private DefaultCategoryDataset bars(List<Figure> figures) {
        DefaultCategoryDataset bars = new DefaultCategoryDataset();
        for (String subject : findings.subjectsOf(figures)) {
            for (Figure figure : figures) {
                findings.spread(figure, subject)
                        .map(Spread::median)
                        .filter(median -> median >= BarChart.LEAST)
                        .ifPresent(median -> bars.addValue(median, subject, figure.setting()));
            }
        }
        return bars;
    }

    private static String title(Chapter chapter, Kind kind) {
        return kind.metric().isEmpty() ? chapter.title() : chapter.title() + ": " + kind.metric();
    }

    private static String axis(Kind kind) {
        return switch (kind.unit()) {
            case PER_SECOND -> "messages/s";
            case COUNT -> kind.metric();
            default -> kind.unit().symbol();
        };
    }

    private static String name(Chapter chapter, Kind kind) {
        String metric = kind.metric().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return metric.isEmpty() ? chapter.name() : chapter.name() + "-" + metric;
    }
}
