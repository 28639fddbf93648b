package org.delay.redisson.benchmark.workload;

import java.util.Optional;

/** The lines by which an entrant in another JVM and its outpost talk. Libraries may write other lines between them. */
final class OutpostProtocol {

    private static final String MARK = ":: ";
    private static final String END = "end";

    private OutpostProtocol() {}

    /** The line with a text. */
    static String line(String text) {
        return MARK + text;
    }

    /** The line that ends an order. */
    static String end() {
        return MARK + END;
    }

    static boolean isEnd(String line) {
        return line.equals(end());
    }

    /** The text of a line, or empty if a library wrote the line. */
    static Optional<String> text(String line) {
        return line.startsWith(MARK) ? Optional.of(line.substring(MARK.length())) : Optional.empty();
    }
}
