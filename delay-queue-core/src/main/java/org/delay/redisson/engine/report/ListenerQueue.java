package org.delay.redisson.engine.report;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Tells one listener its events, in their order: at once if it {@linkplain DispatchListener#isNonBlocking never blocks}, else
 * on a thread of its own, where it keeps nobody waiting. What it does not keep up with is dropped, and counted.
 */
@Slf4j
final class ListenerQueue {

    /** Half a second's events of an engine at full speed. */
    static final int MOST_EVENTS = 10_000;

    /** Events hold their messages: so many characters of bodies may wait together. */
    static final long MOST_CHARACTERS = 16 * 1024 * 1024;

    /** From here on a listener counts as stuck. */
    static final Duration SLOW = Duration.ofSeconds(5);

    private static final Duration IDLE = Duration.ofSeconds(10);

    /** What the listener is told at this moment. */
    private record Telling(String event, long since, Thread thread) {}

    private final DispatchListener listener;
    private final Ticker ticker;
    private final Runnable onDrop;
    private final boolean direct;
    private final Set<String> heard;
    private final ThreadPoolExecutor thread;
    private final AtomicLong unheard = new AtomicLong();
    private final AtomicLong characters = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final WarningLimit limit;
    private volatile @Nullable Telling telling;

    ListenerQueue(DispatchListener listener, Ticker ticker, Runnable onDrop) {
        this.listener = listener;
        this.ticker = ticker;
        this.limit = new WarningLimit(ticker);
        this.onDrop = onDrop;
        this.direct = listener.isNonBlocking();
        this.heard = heardBy(listener);
        this.thread = new ThreadPoolExecutor(
                1, 1, IDLE.toNanos(), TimeUnit.NANOSECONDS, new LinkedBlockingQueue<>(MOST_EVENTS), task -> {
                    Thread made = new Thread(task, "delay-queue-events");
                    made.setDaemon(true);
                    return made;
                });
        thread.allowCoreThreadTimeOut(true);
    }

    /** Most listeners hear a few kinds of events: the others cost nothing. */
    private static Set<String> heardBy(DispatchListener listener) {
        return Arrays.stream(listener.getClass().getMethods())
                .filter(method -> method.getDeclaringClass() != DispatchListener.class)
                .map(Method::getName)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether the listener is told on the thread that tells. */
    boolean isDirect() {
        return direct;
    }

    /**
     * Tells an event.
     *
     * @param event the method's name
     * @param length characters of the event's message
     */
    void tell(String event, int length, Consumer<DispatchListener> call) {
        if (!heard.contains(event)) {
            return;
        }
        if (direct) {
            guarded(call);
            return;
        }
        if (characters.addAndGet(length) > MOST_CHARACTERS && characters.get() != length) {
            drop(length);
            return;
        }
        unheard.incrementAndGet();
        try {
            thread.execute(() -> tellAside(event, length, call));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            unheard.decrementAndGet();
            drop(length);
        }
    }

    private void tellAside(String event, int length, Consumer<DispatchListener> call) {
        telling = new Telling(event, ticker.nanos(), Thread.currentThread());
        try {
            guarded(call);
        } finally {
            telling = null;
            characters.addAndGet(-length);
            unheard.decrementAndGet();
        }
        if (dropped.get() > 0 && thread.getQueue().isEmpty()) {
            log.info("{} has caught up. Dropped {}", listener, Counted.of(dropped.getAndSet(0), "event"));
        }
    }

    private void guarded(Consumer<DispatchListener> call) {
        try {
            call.accept(listener);
        } catch (Throwable e) {
            if (limit.mayWarn()) {
                log.warn("{} threw an exception. The message is not affected", listener, e);
            } else {
                log.debug("{} failed: {}", listener, e.toString());
            }
        }
    }

    private void drop(int length) {
        characters.addAndGet(-length);
        if (dropped.getAndIncrement() == 0) {
            log.warn(
                    "{} does not keep up, so its events are dropped until it does. Messages are not affected",
                    listener);
        }
        onDrop.run();
    }

    /** Warns if the listener has not returned for long, and says where it is. */
    void watch() {
        Telling now = telling;
        if (now != null && ticker.nanos() - now.since() >= SLOW.toNanos() && limit.mayWarn()) {
            Throwable where = new Throwable("where it is");
            where.setStackTrace(now.thread().getStackTrace());
            log.warn(
                    "{} has not returned from the event '{}' for {} s and receives no other events"
                            + " meanwhile. Messages are not affected",
                    listener,
                    now.event(),
                    Duration.ofNanos(ticker.nanos() - now.since()).toSeconds(),
                    where);
        }
    }

    /** Waits until what was told so far has been heard, but no longer than the given time. */
    void awaitTold(Duration within) {
        if (unheard.get() == 0) {
            return;
        }
        CountDownLatch told = new CountDownLatch(1);
        long end = System.nanoTime() + within.toNanos();
        try {
            // There may be no room for one more at first.
            if (thread.getQueue().offer(told::countDown, within.toNanos(), TimeUnit.NANOSECONDS)
                    && told.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        log.warn(
                "{} has {} at shutdown. Those that it does not handle soon are" + " lost. Messages are not affected",
                listener,
                Counted.of(unheard.get(), "unhandled event"));
    }
}
