package org.delay.redisson.http;

import jakarta.servlet.ServletOutputStream;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The answers that clients have not taken yet. No thread waits for those clients, so slow ones, and those that never read, don't
 * keep others out: the container writes on when the connection takes more. What is counted here is the memory that the answers
 * take meanwhile. Safe for use by many threads.
 */
final class Departures implements Departure.Memory {

    /** The part of the memory that they may take. A single one may take more. */
    private static final long MOST_BYTES =
            Math.max(16L << 20, Runtime.getRuntime().maxMemory() / 4);

    private final AtomicLong bytes = new AtomicLong();

    /**
     * Begins to write.
     *
     * @param abort ends the connection where there is no memory for the answer
     * @param end is told once: null when the connection has taken all of it, else why it did not
     * @throws IllegalStateException if the container does not write on by itself
     */
    void begin(ServletOutputStream output, byte[] body, Runnable abort, Consumer<@Nullable Throwable> end) {
        output.setWriteListener(new Departure(this, output, body, abort, end));
    }

    @Override
    public boolean keep(int size) {
        long all = bytes.addAndGet(size);
        return all <= MOST_BYTES || all == size;
    }

    @Override
    public void remove(int size) {
        bytes.addAndGet(-size);
    }

    /** How much is kept. */
    long bytes() {
        return bytes.get();
    }
}
