package org.delay.redisson.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowVersion;
import org.jspecify.annotations.Nullable;

/** Takes out of Redis what it gave out although it has ended or changed: stale messages are not delivered. Thread-safe. */
@Slf4j
@RequiredArgsConstructor
final class StaleMessages {

    /** How long a claim waits for the database. */
    static final Duration LONGEST = Duration.ofMillis(200);

    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final String BURIED = "It was recorded as a dead letter before. The journal's history has the error";

    private final DelayQueueMessage queue;
    private final Books books;
    private final RelaySignals relay;
    private final JournalCounts counts;
    private final Function<MessageRevision, Optional<MessageState>> unrecorded;

    /**
     * Settles them in Redis, as the journal has them.
     *
     * @param rows what the journal has; empty if the database does not answer
     * @return the rest of the claim
     */
    ClaimResult remove(ClaimResult claim, List<Claimed> dropped, Map<MessageKey, RowVersion> rows) {
        if (dropped.isEmpty()) {
            return claim;
        }
        Set<String> ids = new HashSet<>();
        Set<String> buried = new HashSet<>();
        Set<String> replaced = new HashSet<>();
        List<MessageRevision> newer = new ArrayList<>();
        List<HistoryEvent> events = new ArrayList<>();
        for (Claimed claimed : dropped) {
            MessageKey key = key(claimed);
            RowVersion row = rows.get(key);
            ids.add(key.id());
            events.add(History.event(
                    revision(claimed), Change.DROPPED, claim.lease().shard(), "The journal has " + row));
            if (isDead(claimed, row)) {
                buried.add(key.id());
            } else if (row != null && row.state() == MessageState.WAITING && row.revision() > claimed.revision()) {
                newer.add(new MessageRevision(key, row.revision()));
                replaced.add(key.id());
            }
        }
        counts.dropped(ids.size());
        boolean recorded = record(newer, events);
        try {
            settle(claim.lease(), ids, buried, recorded ? Set.of() : replaced);
        } catch (DelayQueueException e) {
            log.debug("Stale messages stay in Redis until their lease ends, and are recognised again", e);
        }
        return new ClaimResult(
                claim.stale(),
                claim.lease(),
                claim.messages().stream()
                        .filter(claimed -> !ids.contains(claimed.message().id()))
                        .toList(),
                claim.state());
    }

    /** @param later must not be removed yet: nothing else would bring back what is newer */
    private void settle(Lease lease, Set<String> ids, Set<String> buried, Set<String> later) {
        Set<String> removed = new HashSet<>(ids);
        removed.removeAll(buried);
        removed.removeAll(later);
        if (!removed.isEmpty()) {
            var unused = queue.ack(lease, removed);
        }
        if (!buried.isEmpty()) {
            var unused = queue.bury(
                    lease,
                    buried.stream()
                            .map(id -> new GivenUp(id, BURIED, false, false))
                            .toList());
        }
        if (!later.isEmpty()) {
            var unused = queue.release(lease, later, AGAIN, false);
        }
    }

    /** Returns whether it is certain that what is newer is relayed again. */
    private boolean record(List<MessageRevision> newer, List<HistoryEvent> events) {
        try {
            List<MessageKey> again = books.sql()
                    .call(
                            LONGEST,
                            () -> books.transactions().inOwn(() -> {
                                books.history().append(events);
                                return books.store().relayAgain(newer);
                            }));
            relay.changed(newer.stream().map(MessageRevision::key).toList());
            // Another transaction may hold a row, and be rolled back.
            return again.size() == newer.size();
        } catch (BoundedSqlCalls.NoAnswer e) {
            log.debug("It is not recorded that stale messages were not delivered", e);
            return false;
        }
    }

    /** It is to be a dead letter, but Redis was not told, because the application died or Redis did not answer. */
    private boolean isDead(Claimed claimed, @Nullable RowVersion row) {
        return new RowVersion(claimed.revision(), MessageState.DEAD).equals(row)
                || unrecorded.apply(revision(claimed)).equals(Optional.of(MessageState.DEAD));
    }

    static MessageRevision revision(Claimed claimed) {
        return new MessageRevision(key(claimed), claimed.revision());
    }

    static MessageKey key(Claimed claimed) {
        return new MessageKey(claimed.message().topic(), claimed.message().id());
    }
}
