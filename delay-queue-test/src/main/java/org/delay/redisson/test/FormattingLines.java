package org.delay.redisson.test;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what Kafka prints when it formats its directories ("Formatting metadata directory …") away from standard output:
 * it is no log, so no logger can be turned down for it. Everything else is printed as ever.
 */
final class FormattingLines {

    private static final String BEGIN = "Formatting ";

    private FormattingLines() {}

    /** Runs an action; one at a time, so that the stream of before is the one that comes back. */
    static synchronized void keepAwayDuring(Runnable action) {
        PrintStream original = System.out;
        PrintStream filter = new Filter(original);
        System.setOut(filter);
        try {
            action.run();
        } finally {
            // Somebody else may have set another one meanwhile.
            if (System.out == filter) {
                System.setOut(original);
            }
        }
    }

    private static final class Filter extends PrintStream {

        Filter(PrintStream original) {
            super(original, true);
        }

        @Override
        public PrintStream printf(String format, @Nullable Object... arguments) {
            return format.startsWith(BEGIN) ? this : super.printf(format, arguments);
        }
    }
}
