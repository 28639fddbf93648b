package org.delay.redisson.benchmark.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.delay.redisson.benchmark.contender.Parcel;
import org.delay.redisson.benchmark.contender.SqlContender;
import org.delay.redisson.benchmark.journal.JournalOptions.Sizes;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.Notebook;

/** Measures sends outside of transactions. */
final class SendPart implements JournalPart {

    private static final String NAME = "send";
    private static final int BULK = 100;

    static final Figure ONE = rate("1 thread");
    static final Figure EIGHT = rate("8 threads");
    static final Figure BULKS = rate("bulk of 100");

    private static Figure rate(String setting) {
        return new Figure(NAME, setting, "", Unit.PER_SECOND);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Sends outside of transactions";
    }

    @Override
    public String description() {
        return "Messages of 100 bytes that are due in an hour: with one call each from one thread and from 8,"
                + " and from one thread in calls of 100. Each call is committed when it returns. With the journal,"
                + " Redis has the messages too.";
    }

    @Override
    public String bound() {
        return "A single send waits for a commit, which is a write to the disk; then for Redis. Several threads"
                + " share commits. What limits them is CPU: client, PostgreSQL and Redis have two cores together,"
                + " and the relay updates each row once more when Redis has the message.";
    }

    @Override
    public void run(SqlLab lab, SqlContender contender, Sizes sizes, Notebook notebook) throws Exception {
        AtomicInteger next = new AtomicInteger();
        notebook.rate(ONE.setting(), oneByOne(contender, next, sizes.messages() / 10, 1));
        notebook.rate(EIGHT.setting(), oneByOne(contender, next, sizes.messages(), 8));
        notebook.rate(BULKS.setting(), inBulks(contender, next, sizes.messages()));
    }

    private static double oneByOne(SqlContender contender, AtomicInteger next, int number, int threads)
            throws Exception {
        Instant due = Instant.now().plusSeconds(3_600);
        ExecutorService senders = Executors.newFixedThreadPool(threads);
        try {
            long began = System.nanoTime();
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                all.add(senders.submit(() -> {
                    for (int i = 0; i < number / threads; i++) {
                        contender.send(Parcel.of(next.getAndIncrement(), due, 100));
                    }
                }));
            }
            for (Future<?> one : all) {
                var unused = one.get();
            }
            return number * 1e9 / (System.nanoTime() - began);
        } finally {
            senders.shutdownNow();
        }
    }

    static double inBulks(SqlContender contender, AtomicInteger next, int number) {
        Instant due = Instant.now().plusSeconds(3_600);
        long began = System.nanoTime();
        for (int i = 0; i < number; i += BULK) {
            contender.sendAll(IntStream.range(0, BULK)
                    .mapToObj(unused -> Parcel.of(next.getAndIncrement(), due, 100))
                    .toList());
        }
        return number * 1e9 / (System.nanoTime() - began);
    }
}
