package org.delay.redisson.reliability.composed;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A body's text: its version and conduct, a sum of the rest, and the rest. */
record Body(int version, Conduct conduct, boolean isWhole) {

    private static final Pattern TEXT = Pattern.compile("v(\\d+) ([A-Z_]+) (-?\\d+) (.*)", Pattern.DOTALL);

    static String text(int version, Conduct conduct, String rest) {
        return "v" + version + " " + conduct.name() + " " + rest.hashCode() + " " + rest;
    }

    static Body of(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return new Body(0, Conduct.RETURNS, false);
        }
        return new Body(
                Integer.parseInt(parts.group(1)),
                Conduct.valueOf(parts.group(2)),
                Integer.parseInt(parts.group(3)) == parts.group(4).hashCode());
    }
}
