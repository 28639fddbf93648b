package org.delay.redisson.test;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Form;
import org.jspecify.annotations.Nullable;

/**
 * A message that exists, as it stands at one moment: due, or leased under a token. Immutable; each change is a new one.
 *
 * @param at the due time, or the end of the lease, in milliseconds
 * @param firstDue what the receiver is told: retries don't change it
 * @param uncertain whether a delivery that was begun before may still arrive; stays until the message is gone
 * @param token the lease's, or null for a message that is due
 */
record MemoryMessage(
        Content content,
        long at,
        long firstDue,
        int failures,
        int leaseExpirations,
        boolean uncertain,
        @Nullable String token) {

    /**
     * What the sender said.
     *
     * @param revision of the change that stored it, or 0
     */
    record Content(
            String topic,
            String id,
            String body,
            @Nullable String key,
            Map<String, String> headers,
            int priority,
            @Nullable Duration timeToLive,
            long revision) {

        Content at(long newer) {
            return new Content(topic, id, body, key, headers, priority, timeToLive, newer);
        }

        /** Whether a change to this one leaves what the receiver is told. */
        boolean saysTheSameAs(Content other) {
            return body.equals(other.body)
                    && Objects.equals(key, other.key)
                    && headers.equals(other.headers)
                    && Objects.equals(timeToLive, other.timeToLive);
        }
    }

    static MemoryMessage scheduled(Content content, long due, boolean uncertain) {
        return new MemoryMessage(content, due, due, 0, 0, uncertain, null);
    }

    /** What a relay stores, which may come late. */
    static MemoryMessage relayed(Content content, long due, long firstDue) {
        return new MemoryMessage(content, due, firstDue, 0, 0, false, null);
    }

    /** What a relay stores in place of this message. What was counted stays if the new content says the same. */
    MemoryMessage replaced(Content newer, long due, long newFirstDue) {
        return newer.saysTheSameAs(content)
                ? new MemoryMessage(newer, due, newFirstDue, failures, leaseExpirations, inFlight(), null)
                : new MemoryMessage(newer, due, newFirstDue, 0, 0, inFlight(), null);
    }

    /** Whether it waits until then, and is the same but for its revision. */
    boolean waitsAs(Content other, long due) {
        return !leased() && at == due && content.priority() == other.priority() && other.saysTheSameAs(content);
    }

    /** As this, with another content. */
    MemoryMessage with(Content other) {
        return new MemoryMessage(other, at, firstDue, failures, leaseExpirations, uncertain, token);
    }

    String id() {
        return content.id();
    }

    boolean leased() {
        return token != null;
    }

    /** A delivery is under way, or one that was begun before may still arrive. */
    boolean inFlight() {
        return leased() || uncertain;
    }

    /** Claimed while due, or claimed again because the lease ran out. */
    MemoryMessage claimed(String newToken, long leaseEnd) {
        return new MemoryMessage(
                content, leaseEnd, firstDue, failures, expiriesIfClaimed(), uncertain || leased(), newToken);
    }

    int expiriesIfClaimed() {
        return leased() ? leaseExpirations + 1 : leaseExpirations;
    }

    MemoryMessage renewed(long leaseEnd) {
        return new MemoryMessage(content, leaseEnd, firstDue, failures, leaseExpirations, uncertain, token);
    }

    MemoryMessage retried(long due, boolean mayStillArrive) {
        return new MemoryMessage(
                content, due, firstDue, failures + 1, leaseExpirations, uncertain || mayStillArrive, null);
    }

    MemoryMessage handedBack(long due, boolean mayStillArrive) {
        return new MemoryMessage(content, due, firstDue, failures, leaseExpirations, uncertain || mayStillArrive, null);
    }

    MemoryMessage givenUp(boolean mayStillArrive, boolean failed) {
        int counted = failures + (failed ? 1 : 0);
        return new MemoryMessage(content, at, firstDue, counted, leaseExpirations, uncertain || mayStillArrive, token);
    }

    MemoryMessage rescheduled(long due) {
        return new MemoryMessage(content, due, due, failures, leaseExpirations, uncertain, null);
    }

    Claimed asClaimed(Instant claimTime) {
        return new Claimed(
                asDelayed(claimTime),
                Form.READABLE,
                content.timeToLive(),
                failures,
                leaseExpirations,
                content.revision());
    }

    StoredMessage asStored() {
        return stored(leased() ? State.LEASED : State.DUE, at, null);
    }

    StoredMessage asDead(long died, String error) {
        return stored(State.DEAD, died, error);
    }

    private StoredMessage stored(State state, long moment, @Nullable String error) {
        return new StoredMessage(
                asDelayed(Instant.ofEpochMilli(firstDue)),
                state,
                Instant.ofEpochMilli(moment),
                content.timeToLive(),
                failures,
                leaseExpirations,
                error);
    }

    private DelayedMessage asDelayed(Instant claimTime) {
        return new DelayedMessage(
                content.topic(),
                content.id(),
                content.body(),
                content.key(),
                content.headers(),
                Instant.ofEpochMilli(firstDue),
                content.priority(),
                failures + leaseExpirations + 1,
                claimTime);
    }
}
