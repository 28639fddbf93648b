package org.delay.redisson.benchmark.journal;

import org.delay.redisson.benchmark.contender.SqlContender;
import org.delay.redisson.benchmark.journal.JournalOptions.Sizes;
import org.delay.redisson.benchmark.workload.Notebook;

/** Something that is measured. */
interface JournalPart {

    /** Its short name, for options. */
    String name();

    String title();

    /** What is measured, as Markdown. */
    String description();

    /** What limits the figures, as Markdown. */
    String bound();

    /** Whether only the journal can do that. */
    default boolean isForTheJournalOnly() {
        return false;
    }

    /** Measures a contender that holds nothing. */
    void run(SqlLab lab, SqlContender contender, Sizes sizes, Notebook notebook) throws Exception;
}
