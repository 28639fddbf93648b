package org.delay.redisson.journal;

import java.util.Collection;
import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterPage;
import org.delay.redisson.DeadLetterPage.Letter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.journal.store.MessageKey;

/** Deletes dead letters: recorded first, in a transaction of its own. Thread-safe. */
@RequiredArgsConstructor
final class DeadLetterDeletions {

    private final Recorder recorder;
    private final Books books;
    private final DelayQueueMessage queue;
    private final RevisionedStore redis;
    private final Completion completion;

    DeleteResult delete(MessageKey key) {
        boolean isRecorded = forget(List.of(key)) > 0;
        return RecordedCalls.call(isRecorded, () -> queue.delete(key.topic(), key.id()));
    }

    /** Those that are found are deleted, and no others: the journal knows of each that is gone. */
    BulkResult delete(DeadLetterFilter filter) {
        int changed = 0;
        boolean isRecorded = false;
        int left = filter.limit();
        String cursor = null;
        do {
            DeadLetterPage page = queue.findDead(filter.withLimit(left), cursor);
            if (!page.letters().isEmpty()) {
                isRecorded |= forget(DeadLetterRedrives.keys(filter.topic(), page.letters())) > 0;
                changed += RecordedCalls.call(isRecorded, () -> queue.deleteDead(filter.topic(), page.letters()))
                        .changed();
            }
            left -= page.letters().size();
            cursor = page.next();
        } while (cursor != null && left > 0);
        return new BulkResult(changed, 0, cursor != null);
    }

    /** Without those that have died again since. */
    BulkResult delete(String topic, Collection<Letter> letters) {
        List<Letter> there =
                letters.stream().filter(letter -> isThere(topic, letter)).toList();
        boolean isRecorded = forget(DeadLetterRedrives.keys(topic, there)) > 0;
        return RecordedCalls.call(isRecorded, () -> queue.deleteDead(topic, letters));
    }

    /** Or is gone. Beside a live message that has a revision, the row is not the letter's. */
    private boolean isThere(String topic, Letter letter) {
        MessageKey key = new MessageKey(topic, letter.id());
        return queue.find(topic, letter.id())
                .map(stored -> stored.state() == State.DEAD
                        ? stored.at().equals(letter.diedAt())
                        : StoreCalls.locate(key, redis)
                                .filter(live -> live.revision() == 0)
                                .isPresent())
                .orElse(true);
    }

    /** Returns how many rows say so now. */
    private int forget(Collection<MessageKey> keys) {
        completion.deleted(keys);
        return recorder.own(keys, () -> books.store().forgetDead(keys));
    }
}
