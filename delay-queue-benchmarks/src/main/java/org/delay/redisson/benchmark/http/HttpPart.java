package org.delay.redisson.benchmark.http;

import org.delay.redisson.benchmark.workload.Notebook;

/** Something that is measured. */
interface HttpPart {

    /** Its short name. */
    String name();

    String title();

    /** What is measured, as Markdown. */
    String description();

    /** What limits the figures, as Markdown. */
    String bound();

    /** Whether only this project's server is measured. */
    default boolean isOfTheServerOnly() {
        return false;
    }

    void run(Peer peer, HttpOptions options, Notebook notebook) throws Exception;
}
