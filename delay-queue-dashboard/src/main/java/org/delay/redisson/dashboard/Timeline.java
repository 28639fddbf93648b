package org.delay.redisson.dashboard;

import java.util.Map;
import java.util.Optional;
import org.delay.redisson.operations.Access;
import org.jspecify.annotations.Nullable;

/** What the journal knows of a message, where there is a journal. */
@FunctionalInterface
interface Timeline {

    /** As JSON; empty if the journal has no row of the message. */
    Optional<Map<String, @Nullable Object>> of(Access access, String topic, String id);
}
