package org.delay.redisson.http;

import java.util.Map;
import java.util.Optional;
import org.delay.redisson.operations.Access;
import org.jspecify.annotations.Nullable;

/** Puts back from the journal what Redis has lost. An application without the journal has none. */
interface Restorer {

    /**
     * Begins a restore, and waits a moment for its end.
     *
     * @param topic null for all topics
     */
    Progress restore(Access access, @Nullable String topic, JsonFields request);

    /** The last one of this instance; empty if there was none. */
    Optional<Progress> progress(Access access);

    /**
     * How far a restore is.
     *
     * @param isRunning whether it goes on
     */
    record Progress(boolean isRunning, Map<String, Object> json) {}
}
