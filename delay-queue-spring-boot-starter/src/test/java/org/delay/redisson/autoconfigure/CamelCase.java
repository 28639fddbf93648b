package org.delay.redisson.autoconfigure;

import java.util.Locale;
import java.util.regex.Pattern;

/** {@code retry.max-delay} as {@code retry.maxDelay}. */
final class CamelCase {

    private static final Pattern WORD = Pattern.compile("-(.)");

    private CamelCase() {}

    static String of(String name) {
        return WORD.matcher(name).replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }
}
