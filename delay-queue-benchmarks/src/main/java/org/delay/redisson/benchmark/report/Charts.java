package org.delay.redisson.benchmark.report;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Findings;
import org.delay.redisson.benchmark.result.Spread;
import org.delay.redisson.benchmark.result.Unit;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws a chapter's medians as SVG, a chart for each metric: groups of bars, one for each subject. */
public record Charts(Findings findings, Path directory) {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 420;

    /** More labels would run into each other if they were level. */
    private static final int MANY = 4;

    private static final int ROTATION = 20;

    /** Beyond this the small ones could not be seen beside the large. */
    private static final double LINEAR = 30;

    /** Not zero, which a logarithmic axis has no place for. */
    private static final double LEAST = 0.001;

    /** Texts are drawn as outlines: with a millionth of a pixel for each of their points a file is twice as large. */
    private static final Pattern TOO_PRECISE = Pattern.compile("(\\.\\d)\\d+");

    /** A metric in a unit. */
    private record Kind(String metric, Unit unit) {}

    /** Draws a chapter's charts, and answers their files. */
    public List<Path> draw(Chapter chapter) throws IOException {
        Map<Kind, List<Figure>> kinds = new LinkedHashMap<>();
        for (Figure figure : findings.figuresOf(chapter.name())) {
            kinds.computeIfAbsent(new Kind(figure.metric(), figure.unit()), none -> new ArrayList<>())
                    .add(figure);
        }
        Files.createDirectories(directory);
        List<Path> files = new ArrayList<>();
        for (Map.Entry<Kind, List<Figure>> kind : kinds.entrySet()) {
            if (kind.getValue().stream().anyMatch(this::isSeen)) {
                Path file = directory.resolve(name(chapter, kind.getKey()) + ".svg");
                write(chart(chapter, kind.getKey(), kind.getValue()), file);
                files.add(file);
            }
        }
        return files;
    }

    private CategoryChart chart(Chapter chapter, Kind kind, List<Figure> figures) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(kind.metric().isEmpty() ? chapter.title() : chapter.title() + ": " + kind.metric())
                .yAxisTitle(axis(kind))
                .build();
        Set<String> subjects = findings.subjectsOf(figures);
        List<String> settings = figures.stream().map(Figure::setting).toList();
        for (String subject : subjects) {
            chart.addSeries(
                    subject,
                    settings,
                    figures.stream().map(figure -> value(figure, subject)).toList());
        }
        DoubleSummaryStatistics range = figures.stream()
                .flatMap(figure -> subjects.stream().map(subject -> value(figure, subject)))
                .mapToDouble(Double::doubleValue)
                .filter(value -> value > LEAST)
                .summaryStatistics();
        chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setXAxisLabelRotation(settings.size() > MANY ? ROTATION : 0);
        if (range.getMax() / range.getMin() > LINEAR) {
            chart.getStyler().setYAxisLogarithmic(true);
            chart.getStyler().setYAxisMin(Math.pow(10, Math.floor(Math.log10(range.getMin()))));
        }
        return chart;
    }

    private boolean isSeen(Figure figure) {
        return findings.subjectsOf(List.of(figure)).stream().anyMatch(subject -> value(figure, subject) > LEAST);
    }

    private double value(Figure figure, String subject) {
        return Math.max(
                LEAST, findings.spread(figure, subject).map(Spread::median).orElse(LEAST));
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

    private static void write(CategoryChart chart, Path file) throws IOException {
        VectorGraphicsEncoder.saveVectorGraphic(
                chart, file.toString().replaceAll("\\.svg$", ""), VectorGraphicsFormat.SVG);
        Files.writeString(file, TOO_PRECISE.matcher(Files.readString(file)).replaceAll("$1"));
    }
}
