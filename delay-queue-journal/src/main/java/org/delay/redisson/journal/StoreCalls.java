package org.delay.redisson.journal;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.PreparedMessage;
import org.delay.redisson.RevisionedStore.RevisionedMessage;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;

/**
 * Tells Redis of rows, whatever they are: one that waits is relayed, one that was cancelled is removed. Can be repeated, and may come
 * late. Opens no transaction. Thread-safe.
 */
@RequiredArgsConstructor
final class StoreCalls {

    private final RevisionedStore redis;

    /** Tells of rows that wait or were cancelled, in any order. Answers come in no order. Failures are answers too. */
    List<Told> tell(List<JournalRow> rows) {
        List<JournalRow> waiting = new ArrayList<>();
        List<JournalRow> cancelled = new ArrayList<>();
        for (JournalRow row : rows) {
            (row.version().state() == MessageState.WAITING ? waiting : cancelled).add(row);
        }
        List<Told> told = new ArrayList<>(rows.size());
        if (!waiting.isEmpty()) {
            add(
                    waiting,
                    redis.relay(waiting.stream().map(StoreCalls::revisioned).toList()),
                    told);
        }
        if (!cancelled.isEmpty()) {
            add(
                    cancelled,
                    redis.cancel(cancelled.stream().map(StoreCalls::revision).toList()),
                    told);
        }
        return told;
    }

    private static void add(List<JournalRow> rows, List<RevisionedStore.Relayed> answers, List<Told> told) {
        for (int i = 0; i < rows.size(); i++) {
            told.add(new Told(rows.get(i), answers.get(i)));
        }
    }

    private static RevisionedMessage revisioned(JournalRow row) {
        JournalMessage message = row.message();
        return new PreparedMessage(
                        message.key().topic(),
                        message.key().id(),
                        message.dueAt(),
                        message.priority(),
                        new String(message.content(), StandardCharsets.UTF_8))
                .at(row.version().revision());
    }

    private static RevisionedStore.MessageRevision revision(JournalRow row) {
        return new RevisionedStore.MessageRevision(
                row.key().topic(), row.key().id(), row.version().revision());
    }

    /** What Redis has under this key. */
    static Optional<StoredRevision> locate(MessageKey key, RevisionedStore redis) {
        return redis.locate(List.of(new MessageName(key.topic(), key.id()))).get(0);
    }

    /** When a delay that begins now ends, by Redis's clock. */
    static Instant dueAt(MessageKey key, Duration delay, RevisionedStore redis) {
        return redis.prepare(OutgoingMessage.to(key.topic())
                        .id(key.id())
                        .body("")
                        .delay(delay)
                        .build())
                .dueTime();
    }
}
