package org.delay.redisson.benchmark;

import java.io.PrintStream;
import java.util.Locale;

/** Prints progress. */
record Console(PrintStream out) {

    void say(String format, Object... arguments) {
        out.println(String.format(Locale.ROOT, format, arguments));
        out.flush();
    }
}
