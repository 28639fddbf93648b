package org.delay.redisson.benchmark.journal;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.delay.redisson.benchmark.contender.Contender.Reception;
import org.delay.redisson.benchmark.contender.Parcel;
import org.delay.redisson.benchmark.contender.SqlContender;
import org.delay.redisson.benchmark.journal.JournalOptions.Sizes;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.Notebook;

/** Measures the rate from the send to the end in the database. */
final class FlowPart implements JournalPart {

    private static final String NAME = "flow";
    private static final int BULK = 100;
    private static final long PATIENCE_SECONDS = 120;

    static final Figure RATE = new Figure(NAME, "from the send to the end in the database", "", Unit.PER_SECOND);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "End to end";
    }

    @Override
    public String description() {
        return "One thread sends messages of 100 bytes in calls of 100, due at once, while they are delivered to"
                + " a handler that does nothing. The time ends when all are delivered and the database knows it.";
    }

    @Override
    public String bound() {
        return "CPU. Each message is inserted, confirmed as relayed, looked up before its delivery and updated"
                + " at its end, all in batches; the library, PostgreSQL and Redis share two cores.";
    }

    @Override
    public void run(SqlLab lab, SqlContender contender, Sizes sizes, Notebook notebook) throws Exception {
        AtomicInteger received = new AtomicInteger();
        int number = sizes.messages();
        try (Reception reception = contender.receive(body -> received.incrementAndGet())) {
            long began = System.nanoTime();
            long end = began + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            for (int i = 0; i < number; i += BULK) {
                int first = i;
                Instant due = Instant.now();
                contender.sendAll(IntStream.range(0, BULK)
                        .mapToObj(j -> Parcel.of(first + j, due, 100))
                        .toList());
            }
            while (received.get() < number && System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            long open = lab.open(contender);
            while (open > 0 && System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(20);
                open = lab.open(contender);
            }
            notebook.rate(RATE.setting(), (number - open) * 1e9 / (System.nanoTime() - began));
        }
    }
}
