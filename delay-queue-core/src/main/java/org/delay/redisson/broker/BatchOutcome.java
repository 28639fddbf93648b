package org.delay.redisson.broker;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PartialFailure;
import org.jspecify.annotations.Nullable;

/** The failures of a batch, message by message, and the exception that reports them to the engine. For one thread. */
public final class BatchOutcome {

    private final List<DelayedMessage> messages;
    private final Map<String, Throwable> failures = new LinkedHashMap<>();
    private @Nullable DestinationUnavailable unavailable;
    private @Nullable Throwable last;

    /** @param messages the whole batch */
    public BatchOutcome(List<DelayedMessage> messages) {
        this.messages = messages;
    }

    /** Adds a failed message. */
    public void failed(DelayedMessage message, RuntimeException failure) {
        RuntimeException reported = failure;
        // One exception for all messages of an outage: there may be 200 of them, with the same text.
        if (failure instanceof DestinationUnavailable outage && !outage.isOfMessageOnly()) {
            unavailable = unavailable != null && meanTheSame(unavailable, outage) ? unavailable : outage;
            reported = unavailable;
        }
        failures.put(message.id(), reported);
        last = reported;
    }

    /** The messages from this index on were not sent, for the same reason as the last failed one. */
    public void notSentFrom(int index) {
        if (last != null) {
            notSentFrom(index, last);
        }
    }

    /** The messages from this index on were not sent, for this reason. */
    public void notSentFrom(int index, Throwable reason) {
        messages.subList(index, messages.size()).forEach(message -> failures.put(message.id(), reason));
    }

    /** Throws the exception that all messages have in common, or otherwise a {@link PartialFailure}. */
    public void throwFailures() throws PartialFailure {
        Set<Throwable> distinct = new HashSet<>(failures.values());
        if (failures.size() == messages.size()
                && distinct.size() == 1
                && distinct.iterator().next() instanceof RuntimeException common) {
            throw common;
        }
        throwPartialFailure();
    }

    /** Throws a {@link PartialFailure}, even if all messages failed for one reason. */
    public void throwPartialFailure() throws PartialFailure {
        if (!failures.isEmpty()) {
            throw new PartialFailure(failures);
        }
    }

    private static boolean meanTheSame(DestinationUnavailable one, DestinationUnavailable other) {
        return one.mayStillArrive() == other.mayStillArrive() && one.isOfTopicOnly() == other.isOfTopicOnly();
    }
}
