package org.delay.redisson.benchmark.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.IntConsumer;
import org.delay.redisson.benchmark.contender.Contender;
import org.delay.redisson.benchmark.contender.Parcel;

/** Ways of sending. Each returns the number of messages that it sent per second. Messages are due in an hour. */
final class Sending {

    private static final int SIZE = 100;
    private static final int BULK = 100;
    private static final int IN_FLIGHT = 1_000;
    private static final int LOADING_BULK = 200;
    private static final int LOADING_THREADS = 2;

    private Sending() {}

    static double oneByOne(Contender contender, String topic, int number, int threads) throws Exception {
        Instant due = inAnHour();
        return rate(number, inThreads(threads, number, i -> contender.send(topic, Parcel.of(i, due, SIZE))));
    }

    static double async(Contender contender, String topic, int number) throws Exception {
        Instant due = inAnHour();
        Semaphore free = new Semaphore(IN_FLIGHT);
        long began = System.nanoTime();
        for (int i = 0; i < number; i++) {
            free.acquire();
            var unused =
                    contender.sendAsync(topic, Parcel.of(i, due, SIZE)).whenComplete((done, thrown) -> free.release());
        }
        free.acquire(IN_FLIGHT);
        return rate(number, Duration.ofNanos(System.nanoTime() - began));
    }

    static double inBulks(Contender contender, String topic, int number) throws Exception {
        Instant due = inAnHour();
        return rate(
                number, inThreads(1, number / BULK, i -> contender.sendAll(topic, parcels(i * BULK, BULK, due, SIZE))));
    }

    /** Sends as fast as possible, without measuring. */
    static void load(Contender contender, String topic, int number, Instant due, int size) throws Exception {
        int bulks = (number + LOADING_BULK - 1) / LOADING_BULK;
        inThreads(LOADING_THREADS, bulks, i -> {
            int from = i * LOADING_BULK;
            contender.sendAll(topic, parcels(from, Math.min(LOADING_BULK, number - from), due, size));
        });
    }

    static Instant inAnHour() {
        return Instant.now().plus(Duration.ofHours(1));
    }

    private static List<Parcel> parcels(int from, int number, Instant due, int size) {
        List<Parcel> parcels = new ArrayList<>(number);
        for (int i = from; i < from + number; i++) {
            parcels.add(Parcel.of(i, due, size));
        }
        return parcels;
    }

    /** Runs a task for each number from 0 on, spread over threads, and returns the duration. */
    private static Duration inThreads(int threads, int number, IntConsumer task) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> parts = new ArrayList<>(threads);
            long began = System.nanoTime();
            for (int thread = 0; thread < threads; thread++) {
                int first = thread;
                parts.add(executor.submit(() -> {
                    for (int i = first; i < number; i += threads) {
                        task.accept(i);
                    }
                }));
            }
            for (Future<?> part : parts) {
                part.get();
            }
            return Duration.ofNanos(System.nanoTime() - began);
        } finally {
            executor.shutdownNow();
        }
    }

    private static double rate(int number, Duration time) {
        return number * 1e9 / time.toNanos();
    }
}
