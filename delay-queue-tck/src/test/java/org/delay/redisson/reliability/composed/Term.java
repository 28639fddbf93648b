package org.delay.redisson.reliability.composed;

import java.util.Locale;
import java.util.function.Consumer;

/**
 * One thing that is not as usual.
 *
 * @param text what a person reads: with its number in the composition it can be left out
 * @param effect what it changes in a plan
 */
record Term(String text, Consumer<Plan> effect) {

    static Term of(Consumer<Plan> effect, String format, Object... arguments) {
        return new Term(String.format(Locale.ROOT, format, arguments), effect);
    }

    @Override
    public String toString() {
        return text;
    }
}
