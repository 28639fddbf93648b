package org.delay.redisson.journal;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.PreparedMessage;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.RowVersion;

/** Dead letters that wait again: recorded first, under a new revision, and then told to Redis. Thread-safe. */
@Slf4j
@RequiredArgsConstructor
final class Redrives {

    private final Books books;
    private final RevisionedStore redis;
    private final RelaySignals relay;

    /**
     * A redrive that is recorded.
     *
     * @param dead the dead letter
     * @param revision of the message that waits in its place
     */
    record Redrive(MessageRevision dead, long revision) {

        MessageKey key() {
            return dead.key();
        }
    }

    /** Records a redrive in the transaction of this thread. Empty if the row is of another revision by now. */
    Optional<Redrive> record(MessageRevision dead, Instant dueAt) {
        Optional<RowVersion> version = books.store().redrive(dead, dueAt);
        version.ifPresent(now ->
                books.history().append(Change.REDRIVEN, List.of(new MessageRevision(dead.key(), now.revision()))));
        return version.map(now -> new Redrive(dead, now.revision()));
    }

    /**
     * Tells Redis of committed redrives. What it does not take is left to the relay, which leaves the dead letter beside the message.
     * What it takes is confirmed by the sweep: a relay at once could overtake the next send of the id, whose answer would then not
     * know what it replaced.
     */
    void tell(Collection<Redrive> redrives) {
        Set<MessageKey> untold = redrives.stream().map(Redrive::key).collect(Collectors.toSet());
        try {
            for (Redrive redrive : redrives) {
                if (tell(redrive) != RedriveResult.NOT_FOUND) {
                    untold.remove(redrive.key());
                }
            }
        } catch (RuntimeException e) {
            log.debug("Redrives are recorded, and Redis is told of them later", e);
        }
        relay.changed(untold);
    }

    private RedriveResult tell(Redrive redrive) {
        MessageKey key = redrive.key();
        return redis.redrive(
                new RevisionedStore.MessageRevision(
                        key.topic(), key.id(), redrive.dead().revision()),
                redrive.revision());
    }

    /** Whether a row has exactly this content. */
    static boolean isSame(JournalRow row, PreparedMessage message) {
        JournalMessage known = row.message();
        return known.priority() == message.priority()
                && Arrays.equals(known.content(), message.content().getBytes(StandardCharsets.UTF_8));
    }
}
