package org.delay.redisson.journal;

import static java.util.function.Predicate.not;
import static java.util.stream.Collectors.toSet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
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

    /** So long rows are looked at again: a statement that was not answered may still be carried out. */
    private static final Duration WATCH = Duration.ofMinutes(1);

    private final RevisionedStore redis;
    private final Completion completion;
    private final Queue<Watched> watched = new ConcurrentLinkedQueue<>();

    /** @param until by {@link System#nanoTime} */
    private record Watched(RecordedEnd end, long until) {}

    /**
     * What Redis says of ends.
     *
     * @param open it has their messages, which they did not end
     * @param ended they ended so, or were handled and are there no more
     */
    private record Look(List<RecordedEnd> open, List<RecordedEnd> ended) {}

    /**
     * Redis was told of ends.
     *
     * @param lost ids whose messages these ends did not end, as Redis says
     * @return those of them whose messages were handled, so the database says, and Redis has lost: these ends count
     */
    Set<String> follow(Recording recording, Set<String> lost) {
        List<RecordedEnd> inVain = recording.written().stream()
                .filter(end -> lost.contains(end.ending().key().id()))
                .toList();
        List<RecordedEnd> accepted = recording.contested().stream()
                .filter(end -> !lost.contains(end.ending().key().id()))
                .toList();
        Set<RecordedEnd> ended = inVain.isEmpty() ? Set.of() : ended(inVain);
        long until = System.nanoTime() + WATCH.toNanos();
        inVain.stream().filter(not(ended::contains)).forEach(end -> watched.add(new Watched(end, until)));
        completion.confirm(accepted);
        return ended.stream()
                .map(RecordedEnd::ending)
                .filter(ending -> ending.end() != MessageState.DEAD && !completion.isEnded(ending.revision()))
                .map(ending -> ending.key().id())
                .collect(toSet());
    }

    private Set<RecordedEnd> ended(List<RecordedEnd> inVain) {
        try {
            return Set.copyOf(reopen(inVain).ended());
        } catch (DelayQueueException e) {
            log.debug("Redis did not say whether messages still wait. It is asked again", e);
            return Set.of();
        }
    }

    /** Looks at rows again. Called by the relay, on whose thread it may wait. */
    void followAgain() {
        long now = System.nanoTime();
        watched.removeIf(one -> now - one.until() >= 0);
        List<Watched> some = List.copyOf(watched);
        if (some.isEmpty()) {
            return;
        }
        try {
            Look look = reopen(some.stream().map(Watched::end).toList());
            var unused = completion.record(look.ended());
            Set<RecordedEnd> open = Set.copyOf(look.open());
            watched.removeIf(one -> some.contains(one) && !open.contains(one.end()));
        } catch (DelayQueueException e) {
            log.debug("Redis did not say whether messages still wait", e);
        }
    }

    private Look reopen(List<RecordedEnd> inVain) {
        Look look = look(inVain);
        if (!look.open().isEmpty()) {
            List<RecordedEnd> reopened = completion.reopen(look.open());
            // Settled between the two questions, by somebody who found that the row had ended.
            var unused = completion.record(look(reopened).ended());
        }
        return look;
    }

    private Look look(List<RecordedEnd> ends) {
        Look look = new Look(new ArrayList<>(), new ArrayList<>());
        if (ends.isEmpty()) {
            return look;
        }
        List<Optional<StoredRevision>> stored = redis.locate(ends.stream()
                .map(end -> end.ending().key())
                .map(key -> new MessageName(key.topic(), key.id()))
                .toList());
        for (int i = 0; i < ends.size(); i++) {
            RecordedEnd end = ends.get(i);
            Optional<State> state = stored.get(i)
                    .filter(there -> there.revision() == end.ending().revision().revision())
                    .map(StoredRevision::state);
            boolean isBurial = end.ending().end() == MessageState.DEAD;
            boolean isDead = state.equals(Optional.of(State.DEAD));
            if (state.isPresent() && !(isBurial && isDead)) {
                look.open().add(end);
            } else if (isBurial == isDead) {
                look.ended().add(end);
            }
        }
        return look;
    }
}
