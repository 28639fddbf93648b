package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Sends that are not waited for, each on a thread of its own, since it may take long. For use by one thread. */
final class SingleSends implements AutoCloseable {

    private final Sender sender;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<Boolean>> sends = new ArrayList<>();

    SingleSends(Sender sender) {
        this.sender = sender;
    }

    /** Sends a message that is due at once. */
    void begin(String id) {
        sends.add(threads.submit(() -> sender.send(id, Duration.ZERO)));
    }

    /**
     * Waits for all, and answers how many were accepted.
     *
     * @throws ExecutionException if one failed with what the library does not tell of
     */
    int end() throws ExecutionException, InterruptedException {
        int accepted = 0;
        for (Future<Boolean> send : sends) {
            accepted += send.get() ? 1 : 0;
        }
        return accepted;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
