package org.delay.redisson.benchmark.workload;

import java.util.List;

/** A workload that is measured for each contender in turn. */
public interface Workload {

    /** A short name. */
    String name();

    /** The headline of its part of the report. */
    String title();

    /** What is done and how it is measured, as Markdown. */
    String description();

    /** What was found to bound the library's figures, as Markdown. */
    String bound();

    /** How many rounds are run where so many are asked for: more of what differs much from round to round. */
    default int rounds(int asked) {
        return asked;
    }

    /** In the order in which they take turns. */
    List<Trial> trials();
}
