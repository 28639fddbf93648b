package org.delay.redisson.system;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;

/**
 * Sends one message after the other, on several threads, for as long as it is open: what a service's other applications
 * do while something breaks. Sends may fail with what the library says that they fail with, and with nothing else; and as
 * each has an id of its own and is not sent again, not even by the client, none may find a message that is there already.
 */
public final class Flow implements AutoCloseable {

    private static final int THREADS = 4;

    private static final int LONGEST_DELAY_MS = 1_000;

    private final DelayQueueMessage queue;
    private final String topic;
    private final String prefix;
    private final Duration pace;
    private final Book book;
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicLong slowest = new AtomicLong();
    private final List<Throwable> surprises = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private volatile boolean ended;

    private Flow(DelayQueueMessage queue, String topic, String prefix, int perSecond, Book book) {
        this.queue = queue;
        this.topic = topic;
        this.prefix = prefix;
        this.pace = Duration.ofSeconds(THREADS).dividedBy(perSecond);
        this.book = book;
    }

    public static Flow start(DelayQueueMessage queue, String topic, int perSecond, Book book) {
        return start(queue, topic, topic, perSecond, book);
    }

    /**
     * Likewise, where others send to the same topic.
     *
     * @param prefix of the ids, which are numbered
     */
    public static Flow start(DelayQueueMessage queue, String topic, String prefix, int perSecond, Book book) {
        Flow flow = new Flow(queue, topic, prefix, perSecond, book);
        for (int i = 0; i < THREADS; i++) {
            long seed = i;
            flow.threads.execute(() -> flow.send(new Random(seed)));
        }
        return flow;
    }

    private void send(Random random) {
        while (!ended) {
            OutgoingMessage message = OutgoingMessage.to(topic)
                    .id(prefix + "-" + numbers.incrementAndGet())
                    .body("body")
                    .delay(Duration.ofMillis(random.nextInt(LONGEST_DELAY_MS)))
                    .build();
            long began = System.nanoTime();
            try {
                book.attempted(message.id());
                List<Receipt> receipts = queue.schedule(List.of(message));
                book.accepted(receipts);
                accepted.incrementAndGet();
                if (receipts.get(0).outcome() != Receipt.Outcome.SCHEDULED) {
                    surprise(new IllegalStateException("Sent once, and answered " + receipts));
                }
            } catch (DelayQueueException.Refused
                    | DelayQueueException.OutcomeUnknown
                    | DelayQueueException.NotReplicated e) {
                failures.incrementAndGet();
            } catch (RuntimeException e) {
                surprise(e);
            }
            slowest.accumulateAndGet(System.nanoTime() - began, Math::max);
            LockSupport.parkNanos(pace.toNanos());
        }
    }

    private void surprise(Throwable surprise) {
        synchronized (surprises) {
            surprises.add(surprise);
        }
    }

    /** Sends that were begun, whatever became of them. */
    public int attempts() {
        return numbers.get();
    }

    /** Sends that returned. */
    public int accepted() {
        return accepted.get();
    }

    /** Sends that failed loudly. */
    public int failures() {
        return failures.get();
    }

    /** How long the slowest send took, whatever came of it. */
    public Duration slowest() {
        return Duration.ofNanos(slowest.get());
    }

    /** Whatever else sends threw, and answers that say that they were made twice. */
    public List<Throwable> surprises() {
        synchronized (surprises) {
            return List.copyOf(surprises);
        }
    }

    /** Sends nothing more; returns when the last send has ended. */
    @Override
    public void close() throws InterruptedException {
        ended = true;
        threads.shutdown();
        if (!threads.awaitTermination(90, TimeUnit.SECONDS)) {
            throw new IllegalStateException("A send hangs");
        }
    }
}
