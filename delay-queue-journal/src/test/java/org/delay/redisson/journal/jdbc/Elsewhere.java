package org.delay.redisson.journal.jdbc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Another thread, which has no transaction of this one. */
final class Elsewhere {

    private Elsewhere() {}

    static void run(Runnable work) {
        CompletableFuture.runAsync(work).orTimeout(60, TimeUnit.SECONDS).join();
    }
}
