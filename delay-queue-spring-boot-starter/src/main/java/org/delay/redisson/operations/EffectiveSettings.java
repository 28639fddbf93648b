package org.delay.redisson.operations;

import java.util.List;

/** The values that this application uses, for people. None of them is a secret. Safe for use by many threads. */
@FunctionalInterface
public interface EffectiveSettings {

    /** All of them, in an order for people. */
    List<Setting> all();

    /**
     * One of them.
     *
     * @param property its whole name
     * @param value the value that is set, or the default
     */
    record Setting(String property, String value) {}
}
