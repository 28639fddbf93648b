package org.delay.redisson.benchmark.workload;

import java.util.function.BiConsumer;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Unit;

/** Records the measurements of a trial. */
public final class Notebook {

    private final String workload;
    private final BiConsumer<Figure, Double> reader;

    /** The reader gets each value as it comes. */
    public Notebook(String workload, BiConsumer<Figure, Double> reader) {
        this.workload = workload;
        this.reader = reader;
    }

    public void write(String setting, String metric, Unit unit, double value) {
        reader.accept(new Figure(workload, setting, metric, unit), value);
    }

    public void rate(String setting, double perSecond) {
        write(setting, "", Unit.PER_SECOND, perSecond);
    }
}
