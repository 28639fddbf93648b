package org.delay.redisson.benchmark.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.benchmark.contender.Contender.Reception;
import org.delay.redisson.benchmark.contender.Parcel;
import org.delay.redisson.benchmark.contender.SqlContender;
import org.delay.redisson.benchmark.journal.JournalOptions.Sizes;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.LatenessMetrics;
import org.delay.redisson.benchmark.workload.LatenessRecorder;
import org.delay.redisson.benchmark.workload.Notebook;

/** Measures lateness at a steady rate. */
final class LatenessPart implements JournalPart {

    private static final String NAME = "lateness";
    private static final String SETTING = "1,000/s";
    private static final int THREADS = 4;
    private static final long PACE_NANOS = 1_000_000;

    static final Figure P50 = new Figure(NAME, SETTING, LatenessMetrics.P50, Unit.MILLISECONDS);
    static final Figure P99 = new Figure(NAME, SETTING, LatenessMetrics.P99, Unit.MILLISECONDS);
    static final Figure EARLY = new Figure(NAME, SETTING, LatenessMetrics.EARLY, Unit.COUNT);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Lateness";
    }

    @Override
    public String description() {
        return "Messages of 100 bytes are sent with one call each, 1,000 a second from 4 threads, with delays of"
                + " 1 to 3 s, and delivered to a handler that does nothing. Lateness is the time from the due time"
                + " to the handler. The due time is fixed before the send and does not wait for it. A message that"
                + " has not arrived 10 s after the last due time counts as late until then. db-scheduler asks each"
                + " 20 ms what is due, far more often than by default, and JobRunr each 5 s, as often as it allows.";
    }

    @Override
    public String bound() {
        return "Redis wakes an instance when a message is due. Before the delivery, the journal looks the"
                + " message up in the database, which takes most of the time, and longer while others commit. The"
                + " others look for due rows, so half their interval is the least p50 that they can reach.";
    }

    @Override
    public void run(SqlLab lab, SqlContender contender, Sizes sizes, Notebook notebook) throws Exception {
        LatenessRecorder recorder = new LatenessRecorder();
        int number = sizes.seconds() * 1_000;
        try (Reception reception = contender.receive(recorder::received)) {
            ExecutorService senders = Executors.newFixedThreadPool(THREADS);
            try {
                long began = System.nanoTime();
                Instant start = Instant.now();
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < number; i++) {
                    Instant due = start.plusNanos(i * PACE_NANOS).plusMillis(1_000 + i * 7L % 2_000);
                    recorder.expect(Parcel.of(i, due, 100));
                }
                for (int thread = 0; thread < THREADS; thread++) {
                    int first = thread;
                    all.add(senders.submit(() -> send(contender, began, start, first, number)));
                }
                for (Future<?> one : all) {
                    var unused = one.get();
                }
            } finally {
                senders.shutdownNow();
            }
            recorder.await(Duration.ofSeconds(10));
        }
        recorder.write(SETTING, notebook);
    }

    private static boolean send(SqlContender contender, long began, Instant start, int first, int number)
            throws InterruptedException {
        for (int i = first; i < number; i += THREADS) {
            TimeUnit.NANOSECONDS.sleep(began + i * PACE_NANOS - System.nanoTime());
            Instant due = start.plusNanos(i * PACE_NANOS).plusMillis(1_000 + i * 7L % 2_000);
            contender.send(Parcel.of(i, due, 100));
        }
        return true;
    }
}
