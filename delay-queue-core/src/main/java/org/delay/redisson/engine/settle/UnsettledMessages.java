package org.delay.redisson.engine.settle;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException.Refused;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.engine.time.Backoff;
import org.delay.redisson.engine.time.Ticker;

/**
 * Messages whose decisions Redis did not store, because it refuses calls or does not answer. No worker waits for them: they
 * are stored again in the background, with a growing back-off. Their leases are renewed meanwhile, and nothing more of their topic
 * is claimed from their shard. The rest of the shard, and the topic's other shards, go on.
 */
@Slf4j
@RequiredArgsConstructor
final class UnsettledMessages {

    /** The most claims that are kept. The leases of others run out. */
    static final int MOST = 100;

    /** The most topics that are logged before all is stored again. */
    private static final int MOST_NAMED = 10;

    private static final Duration FIRST_BACKOFF = Duration.ofMillis(100);

    private static final Duration MAX_BACKOFF = Duration.ofSeconds(5);

    private final DispatchOperations queue;
    private final ShardWakeUp schedule;
    private final ShardExecutor executor;
    private final Ticker ticker;
    private final Map<LeasedMessages, Retry> kept = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<String> named = new HashSet<>();

    /** Whether the topic has such messages in this shard. */
    boolean has(int shard, String topic) {
        return kept.keySet().stream()
                .anyMatch(work -> work.shard() == shard && work.topic().equals(topic));
    }

    /** Keeps messages for a worker that goes on with other work. */
    void keep(LeasedMessages work, RuntimeException failure) {
        lock.lock();
        try {
            if (kept.size() >= MOST) {
                giveUp(work, failure);
                return;
            }
            kept.put(work, new Retry(work, failure));
            if (named.size() < MOST_NAMED && named.add(work.topic())) {
                log.warn(
                        "The outcome of {} of topic {} can't be stored. Leases are renewed,"
                                + " and no other messages of the topic are claimed from their shard. Retrying: {}",
                        Counted.of(work.unsettled(), "message"),
                        work.topic(),
                        failure.toString());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Says that nothing is tried again. */
    static void giveUp(LeasedMessages work, RuntimeException failure) {
        log.warn(
                "The outcome of {} of topic {} could not be stored. Expect another delivery: {}",
                Counted.of(work.unsettled(), "message"),
                work.topic(),
                failure.toString());
    }

    /** Repeats the settlements whose back-off is over, and renews leases. */
    void maintain() {
        long now = ticker.nanos();
        kept.forEach((work, retry) -> {
            if (now - retry.at >= 0) {
                executor.run(work.shard(), retry);
            }
            work.renewIn(executor);
        });
    }

    /** Waits for what may yet be stored, but no longer than the given time; the rest is released. */
    void finish(Duration within) {
        long left = within.toNanos();
        lock.lock();
        try {
            while (left > 0 && kept.values().stream().anyMatch(retry -> !retry.refused)) {
                left = changed.awaitNanos(left);
            }
            kept.values().stream().filter(retry -> retry.refused).forEach(Retry::release);
            left = Math.min(within.toNanos(), TimeUnit.SECONDS.toNanos(1));
            while (left > 0 && kept.values().stream().anyMatch(retry -> retry.refused)) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        kept.forEach((work, retry) -> giveUp(work, retry.failure));
        kept.clear();
    }

    private void settled(LeasedMessages work) {
        kept.remove(work);
        lock.lock();
        try {
            changed.signalAll();
            if (kept.isEmpty() && !named.isEmpty()) {
                named.clear();
                log.info("The outcomes of all messages are stored again");
            }
        } finally {
            lock.unlock();
        }
        // An instance may have deferred the topic meanwhile.
        try {
            queue.recall(work.shard(), Map.of(work.topic(), Duration.ZERO));
            schedule.wakeUp(work.shard(), Duration.ZERO);
        } catch (RuntimeException e) {
            log.debug("Topic {} could not be brought forward; it is due again soon", work.topic(), e);
        }
    }

    /** Stores the decisions about some messages again. */
    private final class Retry implements Runnable {

        private final LeasedMessages work;
        private final Backoff backoff = new Backoff(FIRST_BACKOFF, MAX_BACKOFF);
        private volatile long at;
        private volatile RuntimeException failure;
        private volatile boolean refused;
        private volatile boolean last;

        private Retry(LeasedMessages work, RuntimeException failure) {
            this.work = work;
            failed(failure);
        }

        private void failed(RuntimeException thrown) {
            failure = thrown;
            refused = thrown instanceof Refused;
            at = ticker.nanos() + backoff.next().toNanos();
        }

        @Override
        public void run() {
            if (!kept.containsKey(work)) {
                return;
            }
            // A release that is asked for from here on is the next run's.
            boolean isRelease = last;
            if (isRelease) {
                work.releaseInstead();
            }
            try {
                work.settle();
                settled(work);
            } catch (RuntimeException e) {
                failed(e);
                if (isRelease) {
                    kept.remove(work);
                    giveUp(work, e);
                }
                lock.lock();
                try {
                    changed.signalAll();
                } finally {
                    lock.unlock();
                }
            }
        }

        private void release() {
            last = true;
            executor.run(work.shard(), this);
        }
    }
}
