package org.delay.redisson.journal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowVersion;
import org.jspecify.annotations.Nullable;

/** Looks for messages that were sent without the journal. Thread-safe. */
@RequiredArgsConstructor
final class Adopter {

    private static final int PAGE = 200;

    private final DelayQueueMessage queue;
    private final RevisionedStore redis;
    private final Books books;
    private final ChosenTopics topics;
    private final Adoption adoption;

    AdoptReport adopt(AdoptRequest request, Consumer<AdoptReport> progress) {
        long began = System.nanoTime();
        long seen = 0;
        AdoptReport report = AdoptReport.NONE;
        for (String topic : new TreeSet<>(request.topics())) {
            if (!topics.contains(topic)) {
                continue;
            }
            String cursor = null;
            do {
                if (Thread.currentThread().isInterrupted()) {
                    return report;
                }
                Page page = queue.list(topic, State.DUE, cursor, PAGE);
                report = report.plus(adopt(page.messages(), request.dryRun()));
                progress.accept(report);
                seen += page.messages().size();
                keepRate(request, seen, began);
                cursor = page.next();
            } while (cursor != null);
            if (Thread.currentThread().isInterrupted()) {
                return report;
            }
            report = report.plus(
                    new AdoptReport(0, 0, 0, 0, 0, queue.counts(topic).leased()));
        }
        return report.whole();
    }

    private AdoptReport adopt(List<StoredMessage> messages, boolean dryRun) {
        List<StoredMessage> unrecorded = unrecorded(messages);
        if (unrecorded.isEmpty()) {
            return AdoptReport.NONE;
        }
        Map<MessageKey, RowVersion> rows =
                books.store().versions(unrecorded.stream().map(Adopter::key).toList());
        List<StoredMessage> absent = new ArrayList<>();
        List<MessageRevision> leftOver = new ArrayList<>();
        for (StoredMessage message : unrecorded) {
            MessageKey key = key(message);
            Optional<JournalRow> left = leftOver(key, rows.get(key));
            left.ifPresent(row -> leftOver.add(row.revision()));
            if (left.isPresent() || !rows.containsKey(key)) {
                absent.add(message);
            }
        }
        AdoptReport found = new AdoptReport(unrecorded.size(), unrecorded.size() - absent.size(), 0, 0, 0, 0);
        return dryRun || absent.isEmpty() ? found : found.plus(adoption.of(absent, leftOver));
    }

    private List<StoredMessage> unrecorded(List<StoredMessage> messages) {
        if (messages.isEmpty()) {
            return List.of();
        }
        List<Optional<StoredRevision>> stored = redis.locate(messages.stream()
                .map(message -> new MessageName(
                        message.message().topic(), message.message().id()))
                .toList());
        Map<MessageKey, StoredMessage> unrecorded = new HashMap<>();
        for (int i = 0; i < messages.size(); i++) {
            boolean waits = stored.get(i)
                    .filter(one -> one.state() == StoredRevision.State.DUE && one.revision() == 0)
                    .isPresent();
            if (waits) {
                unrecorded.put(key(messages.get(i)), messages.get(i));
            }
        }
        return List.copyOf(unrecorded.values());
    }

    /** A row whose adoption was broken off: what is in Redis now may be another message. */
    private Optional<JournalRow> leftOver(MessageKey key, @Nullable RowVersion version) {
        return version == null || version.state() != MessageState.WAITING
                ? Optional.empty()
                : books.store().find(key).filter(Adoption::isUncertain);
    }

    private static void keepRate(AdoptRequest request, long seen, long began) {
        long due = began + TimeUnit.SECONDS.toNanos(seen) / request.perSecond();
        try {
            TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static MessageKey key(StoredMessage stored) {
        return new MessageKey(stored.message().topic(), stored.message().id());
    }
}
