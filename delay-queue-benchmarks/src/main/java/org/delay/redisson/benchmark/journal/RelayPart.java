package org.delay.redisson.benchmark.journal;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.benchmark.contender.JournalContender;
import org.delay.redisson.benchmark.contender.Parcel;
import org.delay.redisson.benchmark.contender.SqlContender;
import org.delay.redisson.benchmark.journal.JournalOptions.Sizes;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.Notebook;

/** Measures how soon Redis has a message after the commit. */
final class RelayPart implements JournalPart {

    private static final String NAME = "relay";
    private static final String SETTING = "200 transactions/s";
    private static final long PACE_NANOS = 5_000_000;
    private static final long PATIENCE_SECONDS = 60;

    static final Figure P99 = new Figure(NAME, SETTING, "p99", Unit.MILLISECONDS);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "From the commit to Redis";
    }

    @Override
    public String description() {
        return "One thread commits 200 transactions a second, each with a row and a send. The time begins when"
                + " the commit returns, and ends when Redis has answered that it has the message.";
    }

    @Override
    public String bound() {
        return "After the commit, the relay reads the row, calls Redis and confirms it in a transaction."
                + " Messages that are committed meanwhile wait for that one turn, mainly for its commit.";
    }

    @Override
    public boolean isForTheJournalOnly() {
        return true;
    }

    @Override
    public void run(SqlLab lab, SqlContender contender, Sizes sizes, Notebook notebook) throws Exception {
        Map<String, Long> taken = new ConcurrentHashMap<>();
        Map<String, Long> committed = new HashMap<>();
        ((JournalContender) contender).onRelay(id -> taken.putIfAbsent(id, System.nanoTime()));
        int number = sizes.seconds() * 200;
        long began = System.nanoTime();
        for (int i = 0; i < number; i++) {
            TimeUnit.NANOSECONDS.sleep(began + i * PACE_NANOS - System.nanoTime());
            String id = "m-" + i;
            Parcel parcel = Parcel.of(i, Instant.now().plusSeconds(3_600), 100).withId(id);
            lab.order(id, () -> contender.send(parcel));
            committed.put(id, System.nanoTime());
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (taken.size() < number && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        Millis times = new Millis();
        committed.forEach((id, at) -> times.add(taken.getOrDefault(id, end) - at));
        notebook.write(SETTING, "p50", Unit.MILLISECONDS, times.at(50));
        notebook.write(SETTING, "p99", Unit.MILLISECONDS, times.at(99));
        notebook.write(SETTING, "most", Unit.MILLISECONDS, times.at(100));
    }
}
