package org.delay.redisson.reliability;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;

/** Sends one message after the other for as long as it is open, on threads of one kind, and writes it down. */
final class SteadySender implements AutoCloseable {

    private static final int THREADS = 4;

    private static final int LONGEST_DELAY_MS = 500;

    private final DelayQueueMessage queue;
    private final String topic;
    private final String prefix;
    private final Duration pace;
    private final Callers callers;
    private final boolean idsGiven;
    private final LedgerFile ledger;
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicReference<String> surprise = new AtomicReference<>("none");
    private final CountDownLatch atWork = new CountDownLatch(THREADS);
    private volatile boolean ended;

    private SteadySender(
            DelayQueueMessage queue,
            String topic,
            String prefix,
            int perSecond,
            Callers callers,
            boolean idsGiven,
            LedgerFile ledger) {
        this.queue = queue;
        this.topic = topic;
        this.prefix = prefix;
        this.pace = Duration.ofSeconds(THREADS).dividedBy(perSecond);
        this.callers = callers;
        this.idsGiven = idsGiven;
        this.ledger = ledger;
    }

    static SteadySender start(
            DelayQueueMessage queue,
            String topic,
            String prefix,
            int perSecond,
            Callers callers,
            boolean idsGiven,
            LedgerFile ledger) {
        SteadySender sender = new SteadySender(queue, topic, prefix, perSecond, callers, idsGiven, ledger);
        callers.start(THREADS, sender::run);
        return sender;
    }

    private void run() {
        while (!ended) {
            callers.call(this::send);
            LockSupport.parkNanos(pace.toNanos());
        }
        atWork.countDown();
    }

    private void send() {
        String id = prefix + "-" + numbers.incrementAndGet();
        Duration delay = Duration.ofMillis(ThreadLocalRandom.current().nextInt(LONGEST_DELAY_MS));
        Instant due = LedgerFile.now().plus(delay);
        OutgoingMessage message = OutgoingMessage.to(topic)
                .id(idsGiven ? id : null)
                .body(Deed.BODY.body())
                .delay(delay)
                .build();
        if (idsGiven) {
            ledger.attempted(id);
        }
        try {
            List<Receipt> receipts = queue.schedule(List.of(message));
            receipts.forEach(receipt -> attempted(receipt.id(), due));
            ledger.accepted(receipts);
        } catch (DelayQueueException.Refused
                | DelayQueueException.OutcomeUnknown
                | DelayQueueException.NotReplicated e) {
            e.ids().forEach(known -> attempted(known, due));
            failures.incrementAndGet();
        } catch (RuntimeException e) {
            surprise.set(e.toString());
        }
    }

    /** Only a generated id is sent again where Redis did not answer, and so may arrive before the due time of the receipt. */
    private void attempted(String id, Instant due) {
        if (!idsGiven) {
            ledger.attempted(id, due);
        }
    }

    /** How the sends went so far: accepted, failed loudly, and what surprised the sender. */
    @Override
    public String toString() {
        return ledger.acceptedSoFar() + " " + failures + " " + surprise;
    }

    /** Returns when no send is under way. */
    @Override
    public void close() {
        ended = true;
        try {
            atWork.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
