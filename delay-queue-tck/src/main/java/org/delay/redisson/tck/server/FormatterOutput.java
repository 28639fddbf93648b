package org.delay.redisson.tck.server;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import lombok.RequiredArgsConstructor;

/**
 * Standard output without what Kafka's formatter prints when a broker starts for the first time. That is no log, so no
 * logger can be turned down for it, and what it says differs from version to version. All else is printed as ever.
 */
@RequiredArgsConstructor
final class FormatterOutput extends OutputStream {

    private static final String FORMATTER = "org.apache.kafka.metadata.storage.Formatter";

    private final PrintStream original;

    /** Runs an action; one at a time, so that the stream of before is the one that comes back. */
    static synchronized void keepAwayDuring(Runnable action) {
        PrintStream original = System.out;
        PrintStream filtered = new PrintStream(new FormatterOutput(original), true);
        System.setOut(filtered);
        try {
            action.run();
        } finally {
            // Somebody else may have set another one meanwhile.
            if (System.out == filtered) {
                System.setOut(original);
            }
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (!isByFormatter()) {
            original.write(bytes, offset, length);
        }
    }

    @Override
    public void flush() {
        original.flush();
    }

    private static boolean isByFormatter() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith(FORMATTER)));
    }
}
