package org.delay.redisson.journal;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.PreparedMessage;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.RevisionedMessage;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.OnWaiting;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.Recorded;
import org.delay.redisson.journal.store.Relayed;
import org.delay.redisson.journal.store.Send;
import org.jspecify.annotations.Nullable;

/**
 * Takes in messages that were sent without the journal. Their rows come first, so that a cancel finds them, but are uncertain: nobody relays
 * them. Then Redis gives each message the revision of its row, if it still waits. Else it has ended without the journal's knowledge,
 * and the row goes. A crash leaves uncertain rows, which do no harm. Thread-safe.
 */
@Slf4j
@RequiredArgsConstructor
final class Adoption {

    private final RevisionedStore redis;
    private final Books books;

    /** Whether it is not known that Redis has this message. */
    static boolean isUncertain(JournalRow row) {
        return row.version().state() == MessageState.WAITING
                && row.placement() == null
                && !row.trail().pending();
    }

    /** @param leftOver rows of these messages that are uncertain */
    AdoptReport of(List<StoredMessage> messages, List<MessageRevision> leftOver) {
        Map<MessageKey, PreparedMessage> prepared = new LinkedHashMap<>();
        Map<MessageKey, String> businessKeys = new HashMap<>();
        for (StoredMessage message : messages) {
            prepare(message, prepared, businessKeys);
        }
        List<Send> sends = prepared.entrySet().stream()
                .map(one -> send(one.getKey(), one.getValue(), businessKeys.get(one.getKey())))
                .toList();
        Map<MessageKey, Recorded> recorded = record(sends, leftOver);
        List<RevisionedMessage> told = recorded.values().stream()
                .map(one -> requireNonNull(prepared.get(one.key())).at(one.revision()))
                .toList();
        int lost = messages.size() - prepared.size();
        int overtaken = prepared.size() - recorded.size();
        return told.isEmpty()
                ? new AdoptReport(0, 0, 0, overtaken, lost, 0)
                : settle(told, redis.adopt(told)).plus(new AdoptReport(0, 0, 0, overtaken, lost, 0));
    }

    /** As it is stored. What this version would not send can't be taken in. */
    private void prepare(
            StoredMessage stored, Map<MessageKey, PreparedMessage> prepared, Map<MessageKey, String> businessKeys) {
        DelayedMessage message = stored.message();
        MessageKey key = new MessageKey(message.topic(), message.id());
        OutgoingMessage.Builder same = OutgoingMessage.to(message.topic())
                .id(message.id())
                .body(message.body())
                .key(message.key())
                .timeToLive(stored.timeToLive())
                .delay(Duration.ZERO);
        message.headers().forEach(same::header);
        try {
            String content = redis.prepare(same.build()).content();
            prepared.put(
                    key, new PreparedMessage(message.topic(), message.id(), stored.at(), message.priority(), content));
            if (message.key() != null) {
                businessKeys.put(key, message.key());
            }
        } catch (IllegalArgumentException e) {
            log.warn("A message in Redis breaks a rule, so the journal can't take it in: {}", message, e);
        }
    }

    private static Send send(MessageKey key, PreparedMessage message, @Nullable String businessKey) {
        return new Send(
                new JournalMessage(
                        key,
                        businessKey,
                        message.dueTime(),
                        message.priority(),
                        message.content().getBytes(StandardCharsets.UTF_8)),
                OnWaiting.KEEP);
    }

    /** In one transaction, so that nobody sees rows that would be relayed. Returns what was written. */
    private Map<MessageKey, Recorded> record(List<Send> sends, List<MessageRevision> leftOver) {
        return books.transactions().inOwn(() -> {
            if (!leftOver.isEmpty()) {
                books.store().abandon(leftOver);
            }
            Map<MessageKey, Recorded> written = books.store().record(sends).stream()
                    .filter(Recorded::written)
                    .collect(Collectors.toMap(Recorded::key, Function.identity()));
            books.store()
                    .adopting(written.values().stream()
                            .map(one -> new MessageRevision(one.key(), one.revision()))
                            .toList());
            return written;
        });
    }

    private AdoptReport settle(List<RevisionedMessage> told, List<RevisionedStore.Relayed> answers) {
        List<Relayed> adopted = new ArrayList<>();
        List<MessageRevision> older = new ArrayList<>();
        List<MessageRevision> gone = new ArrayList<>();
        int failed = 0;
        for (int i = 0; i < told.size(); i++) {
            RevisionedStore.Relayed answer = answers.get(i);
            MessageRevision revision = new MessageRevision(
                    new MessageKey(
                            told.get(i).message().topic(), told.get(i).message().id()),
                    told.get(i).revision());
            if (answer.outcome() == Outcome.FAILED) {
                failed++;
            } else if (answer.outcome() == Outcome.NOT_FOUND) {
                gone.add(revision);
            } else if (answer.revision() == revision.revision()) {
                adopted.add(new Relayed(revision, new Placement(answer.shard(), answer.mark())));
            } else {
                older.add(revision);
            }
        }
        books.transactions().inOwn(() -> {
            var unusedToo = books.store().relayed(adopted);
            // Somebody else adopted it at the same time; what has a higher revision by now is left alone.
            var unused = books.store().relayAgain(older);
            books.store().abandon(gone);
            books.history()
                    .append(
                            Change.ADOPTED,
                            adopted.stream().map(Relayed::revision).toList());
        });
        return new AdoptReport(0, 0, adopted.size() + older.size(), gone.size(), failed, 0);
    }
}
