package org.delay.redisson.tck.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the version out of a line such as {@code Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0}. */
final class ServerVersion {

    private static final Pattern VERSION = Pattern.compile(" v=(\\S+)");

    private ServerVersion() {}

    static String in(String line) {
        Matcher matcher = VERSION.matcher(line);
        if (!matcher.find()) {
            throw new IllegalStateException("No version in: " + line);
        }
        return matcher.group(1);
    }
}
