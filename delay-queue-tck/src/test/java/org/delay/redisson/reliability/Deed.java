package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.system.Application;

/** What a handler does with a message whose body names it. */
enum Deed {
    /** What it should do: nothing that goes wrong. */
    BODY,
    PERMANENT,
    UNAVAILABLE,
    SLOWLY_UNAVAILABLE,
    HANG,
    EXIT,
    HALT,
    CLOSE,
    OVERFLOW,
    INTERRUPT;

    private static final long SLOW_MS = 1_000;

    /** A handler that stops the dispatch must not have to wait for itself. */
    private static final Duration LONG = Duration.ofSeconds(30);

    /** The name of a body. */
    String body() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Deed of(String body) {
        return valueOf(body.toUpperCase(Locale.ROOT));
    }

    /** Whether the message is handled all the same. */
    boolean handles() {
        return this == BODY || this == CLOSE || this == INTERRUPT;
    }

    void act(Application application) throws InterruptedException {
        switch (this) {
            case BODY -> {}
            case PERMANENT -> throw new PermanentFailure("as the body says");
            case UNAVAILABLE -> throw new DestinationUnavailable("as the body says", false, null);
            case SLOWLY_UNAVAILABLE -> {
                Thread.currentThread().join(SLOW_MS);
                throw new DestinationUnavailable("as the body says", false, null);
            }
            case HANG -> awaitUninterruptibly();
            case EXIT -> System.exit(1);
            case HALT -> Runtime.getRuntime().halt(1);
            case CLOSE -> application.stop(LONG);
            case OVERFLOW -> recurse(0);
            case INTERRUPT -> Thread.currentThread().interrupt();
        }
    }

    /** For ever. */
    static void awaitUninterruptibly() {
        CountDownLatch never = new CountDownLatch(1);
        while (never.getCount() > 0) {
            try {
                never.await();
            } catch (InterruptedException e) {
                // A handler that does not care.
            }
        }
    }

    @SuppressWarnings("InfiniteRecursion")
    private static long recurse(long depth) {
        return recurse(depth + 1) + 1;
    }
}
