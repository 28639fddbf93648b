package org.delay.redisson.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An answer that is being written. The container calls it on one thread at a time. */
final class Departure implements WriteListener {

    private static final byte[] NOTHING = {};

    private final Departures all;
    private final ServletOutputStream output;
    private byte[] body;
    private final int size;
    private final Runnable abort;
    private final Consumer<@Nullable Throwable> end;
    private Step step = Step.WRITE;
    private boolean isKept;

    Departure(
            Departures all,
            ServletOutputStream output,
            byte[] body,
            Runnable abort,
            Consumer<@Nullable Throwable> end) {
        this.all = all;
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
            if (!all.keep(size)) {
                abort.run();
                ended(Departures.full());
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
                all.remove(size);
            }
            end.accept(cause);
        }
    }
}
