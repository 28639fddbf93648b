package org.delay.redisson.benchmark.journal;

import java.time.Instant;
import org.delay.redisson.benchmark.contender.Parcel;
import org.delay.redisson.benchmark.contender.SqlContender;
import org.delay.redisson.benchmark.journal.JournalOptions.Sizes;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.Notebook;

/** Measures what a send adds to a business transaction. */
final class TransactionPart implements JournalPart {

    private static final String NAME = "transaction";
    private static final String MORE = "p50 more than without a send";

    static final Figure ADDED = new Figure(NAME, "1 thread", MORE, Unit.MILLISECONDS);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "A send in a business transaction";
    }

    @Override
    public String description() {
        return "One thread commits transactions that insert a row, by turns alone and with the send of a message"
                + " of 100 bytes that is due in an hour. JobRunr can't join a transaction without its commercial"
                + " edition: its send is committed before the business transaction, on another connection, and a"
                + " rollback would not undo it.";
    }

    @Override
    public String bound() {
        return "Each statement is a round trip to PostgreSQL. The journal's send is one upsert, and the commit"
                + " writes both rows at once. Meanwhile the relay sends earlier messages to Redis and confirms them"
                + " in the database, on the same two cores.";
    }

    @Override
    public void run(SqlLab lab, SqlContender contender, Sizes sizes, Notebook notebook) {
        Millis alone = new Millis();
        Millis together = new Millis();
        Instant due = Instant.now().plusSeconds(3_600);
        int number = sizes.messages() / 10;
        for (int i = 0; i < number; i++) {
            Parcel parcel = Parcel.of(i, due, 100);
            long began = System.nanoTime();
            lab.order(parcel.body(), () -> {});
            long between = System.nanoTime();
            lab.order(parcel.body(), () -> contender.send(parcel));
            together.add(System.nanoTime() - between);
            alone.add(between - began);
        }
        notebook.write("1 thread", "p50 without a send", Unit.MILLISECONDS, alone.at(50));
        notebook.write("1 thread", "p50 with a send", Unit.MILLISECONDS, together.at(50));
        notebook.write("1 thread", MORE, Unit.MILLISECONDS, together.at(50) - alone.at(50));
        notebook.write("1 thread", "p99 with a send", Unit.MILLISECONDS, together.at(99));
    }
}
