package org.delay.redisson.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterPage.Letter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.Redrives.Redrive;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowVersion;

/** Redrives dead letters: recorded first, in a transaction of its own. Thread-safe. */
@RequiredArgsConstructor
final class DeadLetterRedrives {

    private static final int PAGE = 1_000;

    /** So many are redriven in one transaction. */
    private static final int BATCH = 200;

    private final Recorder recorder;
    private final Books books;
    private final DelayQueueMessage queue;
    private final RevisionedStore redis;
    private final Redrives redrives;

    /** @param send a send that the journal records, for a dead letter that the journal no longer has */
    RedriveResult redrive(MessageKey key, Function<OutgoingMessage, Receipt> send) {
        Optional<StoredRevision> stored = StoreCalls.locate(key, redis);
        if (stored.isEmpty() || stored.get().state() != StoredRevision.State.DEAD) {
            return stored.isEmpty() ? RedriveResult.NOT_FOUND : RedriveResult.EXISTS;
        }
        long revision = stored.get().revision();
        Optional<Redrive> recorded = revision == 0
                ? Optional.empty()
                : recorder.own(List.of(key), () -> redrives.record(new MessageRevision(key, revision), dueNow(key)));
        if (recorded.isPresent()) {
            redrives.tell(List.of(recorded.get()));
            return RedriveResult.SCHEDULED;
        }
        RowVersion row = recorder.read(List.of(key), () -> books.store().versions(List.of(key)))
                .get(key);
        if (row == null || revision == 0) {
            return queue.redrive(key.topic(), key.id());
        }
        boolean isOther = row.revision() != revision;
        if (!isOther && row.state() == MessageState.CANCELLED) {
            // Another operator is deleting it.
            return RedriveResult.NOT_FOUND;
        }
        return !isOther && row.state() == MessageState.WAITING
                ? RedriveResult.EXISTS
                : sendAgain(new MessageRevision(key, revision), send);
    }

    private Instant dueNow(MessageKey key) {
        return StoreCalls.dueAt(key, Duration.ZERO, redis);
    }

    /**
     * This dead letter is older than what the journal knows, and would not be delivered. Either the id was used again, or somebody
     * else has redriven it, and Redis has not heard all of it yet.
     */
    private RedriveResult sendAgain(MessageRevision letter, Function<OutgoingMessage, Receipt> send) {
        MessageKey key = letter.key();
        Optional<StoredMessage> dead = queue.find(key.topic(), key.id());
        if (dead.isEmpty() || dead.get().state() != State.DEAD) {
            return dead.isEmpty() ? RedriveResult.NOT_FOUND : RedriveResult.EXISTS;
        }
        var message = dead.get().message();
        OutgoingMessage.Builder again = OutgoingMessage.to(key.topic())
                .id(key.id())
                .body(message.body())
                .key(message.key())
                .priority(message.priority())
                .timeToLive(dead.get().timeToLive())
                .onDuplicate(OutgoingMessage.OnDuplicate.KEEP)
                .delay(Duration.ZERO);
        message.headers().forEach(again::header);
        Optional<JournalRow> row =
                recorder.read(List.of(key), () -> books.store().find(key));
        if (row.isPresent() && Redrives.isSame(row.get(), redis.prepare(again.build()))) {
            return finish(letter, row.get());
        }
        if (send.apply(again.build()).outcome() == Receipt.Outcome.KEPT) {
            return RedriveResult.EXISTS;
        }
        var unused = queue.delete(key.topic(), key.id());
        return RedriveResult.SCHEDULED;
    }

    /** Only a redrive keeps what Redis knows of earlier deliveries. One that is due later is no redrive, but another send. */
    private RedriveResult finish(MessageRevision letter, JournalRow row) {
        MessageKey key = letter.key();
        boolean isWaiting = row.version().state() == MessageState.WAITING;
        boolean isRedriven = isWaiting
                && row.version().revision() > letter.revision()
                && !row.message().dueAt().isAfter(dueNow(key));
        if (isRedriven) {
            redrives.tell(List.of(new Redrive(letter, row.version().revision())));
        } else {
            var unused = queue.delete(key.topic(), key.id());
        }
        return isWaiting ? RedriveResult.EXISTS : RedriveResult.NOT_FOUND;
    }

    BulkResult redrive(DeadLetterFilter filter, Function<OutgoingMessage, Receipt> send) {
        Matches matches = matching(filter);
        return redrive(matches.keys(), matches.more(), send);
    }

    BulkResult redrive(String topic, Collection<Letter> letters, Function<OutgoingMessage, Receipt> send) {
        return redrive(keys(topic, letters), false, send);
    }

    static List<MessageKey> keys(String topic, Collection<Letter> letters) {
        return letters.stream()
                .map(letter -> new MessageKey(topic, letter.id()))
                .distinct()
                .toList();
    }

    private BulkResult redrive(List<MessageKey> all, boolean more, Function<OutgoingMessage, Receipt> send) {
        int changed = 0;
        int kept = 0;
        for (int from = 0; from < all.size(); from += BATCH) {
            List<MessageKey> keys = all.subList(from, Math.min(all.size(), from + BATCH));
            Map<MessageKey, Redrive> recorded = recordAll(keys);
            redrives.tell(recorded.values());
            changed += recorded.size();
            for (MessageKey key : keys) {
                if (recorded.containsKey(key)) {
                    continue;
                }
                switch (redrive(key, send)) {
                    case SCHEDULED -> changed++;
                    case EXISTS -> kept++;
                    case NOT_FOUND -> {}
                }
            }
        }
        return new BulkResult(changed, kept, more);
    }

    /** Records the usual ones in one transaction. Returns those that it has recorded. */
    private Map<MessageKey, Redrive> recordAll(List<MessageKey> keys) {
        List<Optional<StoredRevision>> stored = redis.locate(
                keys.stream().map(key -> new MessageName(key.topic(), key.id())).toList());
        Map<MessageKey, MessageRevision> dead = new TreeMap<>();
        for (int i = 0; i < keys.size(); i++) {
            MessageKey key = keys.get(i);
            stored.get(i)
                    .filter(one -> one.state() == StoredRevision.State.DEAD && one.revision() > 0)
                    .ifPresent(one -> dead.put(key, new MessageRevision(key, one.revision())));
        }
        Map<MessageKey, Redrive> recorded = new HashMap<>();
        recorder.own(dead.keySet(), () -> {
            recorded.clear();
            dead.forEach(
                    (key, one) -> redrives.record(one, dueNow(key)).ifPresent(redrive -> recorded.put(key, redrive)));
            return recorded;
        });
        return recorded;
    }

    private Matches matching(DeadLetterFilter filter) {
        MessageKey any = new MessageKey(filter.topic(), "any");
        Instant now = StoreCalls.dueAt(any, Duration.ZERO, redis);
        List<MessageKey> keys = new ArrayList<>();
        String cursor = null;
        do {
            Page page = queue.list(filter.topic(), State.DEAD, cursor, PAGE);
            for (StoredMessage dead : page.messages()) {
                boolean matches = filter.matches(dead.at(), now) && filter.matches(dead.error());
                if (matches && keys.size() == filter.limit()) {
                    return new Matches(keys, true);
                }
                if (matches) {
                    keys.add(new MessageKey(filter.topic(), dead.message().id()));
                }
            }
            cursor = page.next();
        } while (cursor != null);
        return new Matches(keys, false);
    }

    /** @param more whether there are more than the limit */
    private record Matches(List<MessageKey> keys, boolean more) {}
}
