package org.delay.redisson.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An answer that is being written. The container calls it on one thread at a time. */
final class Departure implements WriteListener {

    /** For what clients have not taken yet. Safe for use by many threads. */
    interface Memory {

        /** Takes so many bytes. Returns false if there are not as many; they must be given back all the same. */
        boolean keep(int size);

        /** Gives them back. */
        void remove(int size);
    }

    private static final byte[] NOTHING = {};

    private final Memory memory;
    private final ServletOutputStream output;
    private byte[] body;
    private final int size;
    private final Runnable abort;
    private final Consumer<@Nullable Throwable> end;
    private Step step = Step.WRITE;
    private boolean isKept;

    Departure(
            Memory memory, ServletOutputStream output, byte[] body, Runnable abort, Consumer<@Nullable Throwable> end) {
        this.memory = memory;
        this.output = output;
        this.body = body;
        this.size = body.length;
        this.abort = abort;
        this.end = end;
    }

    private enum Step {
        WRITE,
        FLUSH,
        END,
        ENDED
    }

    @Override
    public void onWritePossible() throws IOException {
        while (step != Step.ENDED && output.isReady()) {
            switch (step) {
                case WRITE -> {
                    step = Step.FLUSH;
                    output.write(body);
                    // The container has its own copy of what the connection did not take.
                    body = NOTHING;
                }
                case FLUSH -> {
                    step = Step.END;
                    output.flush();
                }
                default -> ended(null);
            }
        }
        if (step != Step.ENDED && !isKept) {
            isKept = true;
            if (!memory.keep(size)) {
                abort.run();
                ended(new IOException("Too many clients don't read their answers"));
            }
        }
    }

    @Override
    public void onError(Throwable cause) {
        ended(cause);
    }

    private void ended(@Nullable Throwable cause) {
        if (step != Step.ENDED) {
            step = Step.ENDED;
            if (isKept) {
                memory.remove(size);
            }
            end.accept(cause);
        }
    }
}
