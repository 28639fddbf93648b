package org.delay.redisson.reliability;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of a scenario.
 *
 * @param outcome null if it did not come to its end
 * @param failure why it did not
 */
record Result(
        Scenario scenario,
        Scale scale,
        @Nullable Outcome outcome,
        @Nullable Exception failure,
        Duration took) {}
