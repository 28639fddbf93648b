package org.delay.redisson.benchmark.journal;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.benchmark.contender.JournalContender;
import org.delay.redisson.benchmark.contender.SqlContender;
import org.delay.redisson.benchmark.journal.JournalOptions.Sizes;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.Notebook;
import org.delay.redisson.journal.RestoreReport;
import org.delay.redisson.journal.RestoreRequest;

/** Measures a restore of everything. */
final class RestorePart implements JournalPart {

    private static final String NAME = "restore";
    private static final String SLOW = "calls over 10 ms in Redis";

    /** @param messages that are restored */
    static Figure rate(int messages) {
        return new Figure(NAME, setting(messages), "", Unit.PER_SECOND);
    }

    static Figure slow(int messages) {
        return new Figure(NAME, setting(messages), SLOW, Unit.COUNT);
    }

    private static String setting(int messages) {
        return String.format(Locale.ROOT, "%,d messages", messages);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Restore";
    }

    @Override
    public String description() {
        return "Messages of 100 bytes are recorded and relayed. Then Redis loses everything, and `restore` puts"
                + " all of them back without a limit of its rate.";
    }

    @Override
    public String bound() {
        return "One thread reads 200 rows, looks them up in Redis, sends those that are missing, and writes in"
                + " the database where Redis has them now. The last takes longest: one update of each row, and of"
                + " its history.";
    }

    @Override
    public boolean isForTheJournalOnly() {
        return true;
    }

    @Override
    public void run(SqlLab lab, SqlContender contender, Sizes sizes, Notebook notebook) throws Exception {
        JournalContender journal = (JournalContender) contender;
        int number = sizes.restore();
        double unused = SendPart.inBulks(contender, new AtomicInteger(), number);
        while (journal.operations().backlog().pending() > 0) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        lab.flush();
        long began = System.nanoTime();
        RestoreReport report =
                journal.operations().restore(RestoreRequest.ALL.withPerSecond(Integer.MAX_VALUE), progress -> {});
        double seconds = (System.nanoTime() - began) / 1e9;
        if (report.restored() != number) {
            throw new IllegalStateException("Of " + number + " messages: " + report);
        }
        notebook.rate(setting(number), number / seconds);
        notebook.write(setting(number), "time", Unit.MILLISECONDS, seconds * 1e3);
        notebook.write(setting(number), SLOW, Unit.COUNT, (double) lab.slowCalls());
    }
}
