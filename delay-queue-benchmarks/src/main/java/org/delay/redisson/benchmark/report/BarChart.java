package org.delay.redisson.benchmark.report;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogarithmicAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.text.TextUtils;
import org.jfree.data.category.CategoryDataset;
import org.jfree.data.general.DatasetUtils;
import org.w3c.dom.Document;

/** Groups of bars, at least one, as SVG, on a logarithmic axis where the small ones could not be seen beside the large. */
record BarChart(String title, String axis, CategoryDataset bars) {

    /** Smaller values have no bar: a logarithmic axis has no place for zero. */
    static final double LEAST = 0.001;

    private static final int WIDTH = 900;

    private static final int HEIGHT = 420;

    private static final int LABEL_LINES = 3;

    /** The largest ratio that can still be seen on a linear axis. */
    private static final double LINEAR = 30;

    /** A tenth of a pixel; more digits only make the file larger. */
    private static final int DIGITS = 1;

    /** Paul Tol's "bright" scheme, which colour-blind readers can tell apart too. */
    private static final List<Color> COLORS = Stream.of(
                    "#4477AA", "#EE6677", "#CCBB44", "#228833", "#AA3377", "#66CCEE")
            .map(Color::decode)
            .toList();

    private static final String SVG = "http://www.w3.org/2000/svg";

    void write(Path file) throws IOException {
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(document());
        context.setPrecision(DIGITS);
        context.setComment("");
        SVGGraphics2D graphics = new SVGGraphics2D(context, false);
        graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
        chart().draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
        try (Writer writer = Files.newBufferedWriter(file)) {
            graphics.stream(writer, true);
        }
    }

    private JFreeChart chart() {
        // Otherwise, the label of the axis would be drawn as outlines.
        TextUtils.setUseDrawRotatedStringWorkaround(false);
        JFreeChart chart =
                ChartFactory.createBarChart(title, null, axis, bars, PlotOrientation.VERTICAL, true, false, false);
        chart.setBackgroundPaint(Color.WHITE);
        CategoryPlot plot = chart.getCategoryPlot();
        plot.setBackgroundPaint(Color.WHITE);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        plot.setOutlineVisible(false);
        BarRenderer renderer = (BarRenderer) plot.getRenderer();
        renderer.setBarPainter(new StandardBarPainter());
        renderer.setShadowVisible(false);
        for (int row = 0; row < bars.getRowCount(); row++) {
            renderer.setSeriesPaint(row, COLORS.get(row % COLORS.size()));
        }
        plot.getDomainAxis().setMaximumCategoryLabelLines(LABEL_LINES);
        if (most() / least() > LINEAR) {
            // LogAxis would draw the labels of its ticks as outlines.
            LogarithmicAxis logarithmic = new LogarithmicAxis(axis);
            logarithmic.setStrictValuesFlag(false);
            logarithmic.setExpTickLabelsFlag(false);
            logarithmic.setRange(
                    Math.pow(10, Math.floor(Math.log10(least()))), Math.pow(10, Math.ceil(Math.log10(most()))));
            plot.setRangeAxis(logarithmic);
            renderer.setBase(LEAST);
        }
        return chart;
    }

    private double least() {
        return DatasetUtils.findMinimumRangeValue(bars).doubleValue();
    }

    private double most() {
        return DatasetUtils.findMaximumRangeValue(bars).doubleValue();
    }

    private static Document document() {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(SVG, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }
}
