package org.delay.redisson.journal.store;

import org.jspecify.annotations.Nullable;

/**
 * Which rows of the service to read: those that match everything that is not null.
 *
 * @param businessKey compared by its first 200 characters
 * @param takenSince rows that this shard of Redis took at this mark or later
 * @param takenBefore rows that Redis took before this mark
 */
public record RowFilter(
        @Nullable String topic,
        @Nullable String id,
        @Nullable String businessKey,
        @Nullable MessageState state,
        @Nullable Placement takenSince,
        @Nullable Long takenBefore) {

    /** All rows. */
    public static final RowFilter ALL = new RowFilter(null, null, null, null, null, null);

    /** All messages that are owed. */
    public static final RowFilter WAITING = ALL.state(MessageState.WAITING);

    /** As this filter, of one topic. */
    public RowFilter topic(@Nullable String topic) {
        return new RowFilter(topic, id, businessKey, state, takenSince, takenBefore);
    }

    /** As this filter, with one id, in any topic. */
    public RowFilter id(@Nullable String id) {
        return new RowFilter(topic, id, businessKey, state, takenSince, takenBefore);
    }

    /** As this filter, with one business key. */
    public RowFilter businessKey(@Nullable String businessKey) {
        return new RowFilter(topic, id, businessKey, state, takenSince, takenBefore);
    }

    /** As this filter, in one state. */
    public RowFilter state(@Nullable MessageState state) {
        return new RowFilter(topic, id, businessKey, state, takenSince, takenBefore);
    }

    /** As this filter, taken by a shard of Redis at a mark or later. */
    public RowFilter takenSince(@Nullable Placement takenSince) {
        return new RowFilter(topic, id, businessKey, state, takenSince, takenBefore);
    }

    /** As this filter, taken by Redis before a mark. */
    public RowFilter takenBefore(@Nullable Long takenBefore) {
        return new RowFilter(topic, id, businessKey, state, takenSince, takenBefore);
    }
}
