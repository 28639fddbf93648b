package org.delay.redisson.benchmark.rabbit;

import java.util.function.Function;
import org.delay.redisson.benchmark.workload.Notebook;

/** Something that is measured. */
interface RabbitPart {

    /** Its short name. */
    String name();

    String title();

    /** What is measured, as Markdown. */
    String description();

    /** What limits the figures, as Markdown. */
    String bound();

    /**
     * Measures all subjects, one after the other.
     *
     * @param notebooks by subject
     */
    void run(RabbitLab lab, RabbitOptions options, Function<String, Notebook> notebooks) throws Exception;
}
