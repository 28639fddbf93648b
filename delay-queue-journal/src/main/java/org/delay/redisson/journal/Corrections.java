package org.delay.redisson.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.delay.redisson.journal.store.MessageState;

/**
 * Corrects rows after Redis has said who ends a message. An end is recorded before, and meanwhile its lease may be over, or somebody else
 * may settle the message. If the process dies in between, what is recorded counts. Thread-safe.
 */
@Slf4j
@RequiredArgsConstructor
final class Corrections {

    private final RevisionedStore redis;
    private final Completion completion;

    /** @param lost ids whose messages these ends did not end, as Redis says */
    void follow(Recording recording, Set<String> lost) {
        List<RecordedEnd> inVain = recording.written().stream()
                .filter(end -> lost.contains(end.ending().key().id()))
                .toList();
        List<RecordedEnd> accepted = recording.contested().stream()
                .filter(end -> !lost.contains(end.ending().key().id()))
                .toList();
        try {
            reopen(inVain);
        } catch (DelayQueueException e) {
            log.debug("Redis did not say whether messages still wait, and they count as ended", e);
        }
        completion.confirm(accepted);
    }

    /** What Redis no longer has stays as it is recorded: whoever acked it has handled it. */
    private void reopen(List<RecordedEnd> inVain) {
        List<RecordedEnd> open = notEnded(inVain);
        if (open.isEmpty()) {
            return;
        }
        completion.reopen(open);
        List<RecordedEnd> gone = new ArrayList<>(open);
        gone.removeAll(notEnded(open));
        // Settled between the two questions, by somebody who found that the row had ended.
        var unused = completion.record(gone);
    }

    /** Those whose messages Redis has under the same revision, unless as the dead letters that they are to be. */
    private List<RecordedEnd> notEnded(List<RecordedEnd> ends) {
        if (ends.isEmpty()) {
            return List.of();
        }
        List<Optional<StoredRevision>> stored = redis.locate(ends.stream()
                .map(end -> end.ending().key())
                .map(key -> new MessageName(key.topic(), key.id()))
                .toList());
        List<RecordedEnd> open = new ArrayList<>();
        for (int i = 0; i < ends.size(); i++) {
            RecordedEnd end = ends.get(i);
            stored.get(i)
                    .filter(there -> there.state() != State.DEAD || end.ending().end() != MessageState.DEAD)
                    .filter(there -> there.revision() == end.ending().revision().revision())
                    .ifPresent(there -> open.add(end));
        }
        return open;
    }
}
