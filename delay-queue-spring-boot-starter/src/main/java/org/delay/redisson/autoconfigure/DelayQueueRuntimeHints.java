package org.delay.redisson.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** What a native image must contain besides classes: the scripts. They are found by their names, at run time. */
final class DelayQueueRuntimeHints implements RuntimeHintsRegistrar {

    private static final String SCRIPTS = "org/delay/redisson/redis/";

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern(SCRIPTS + "*.lua").registerPattern(SCRIPTS + "lib/*.lua");
    }
}
