package org.delay.redisson.journal;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.Relayed;

/** Records what Redis was told, many changes at a time. For the relay's thread. */
@RequiredArgsConstructor
final class RelayConfirmations {

    private final Books books;
    private final RelaySignals signals;

    /** @throws RuntimeException if the database does not answer; then Redis is told once more */
    void record() {
        for (List<Relayed> some = signals.confirmations.take(Confirmations.BATCH);
                !some.isEmpty();
                some = signals.confirmations.take(Confirmations.BATCH)) {
            record(some);
        }
    }

    private void record(List<Relayed> relayed) {
        // No row twice: of one key the last revision counts.
        Map<MessageKey, Relayed> last = relayed.stream()
                .collect(Collectors.toMap(
                        one -> one.revision().key(),
                        one -> one,
                        (one, other) ->
                                one.revision().revision() > other.revision().revision() ? one : other,
                        TreeMap::new));
        last.values().forEach(one -> signals.relayedTo(one.placement().shard()));
        Set<MessageKey> refused = books.transactions().inOwn(() -> {
            List<MessageKey> outdated = books.store().relayed(last.values());
            books.history()
                    .append(last.values().stream()
                            .map(RelayConfirmations::event)
                            .toList());
            return Set.copyOf(outdated);
        });
        last.values().stream()
                .filter(one -> refused.contains(one.revision().key()))
                .forEach(signals::refused);
    }

    private static HistoryEvent event(Relayed relayed) {
        return History.event(
                relayed.revision(), Change.RELAYED, relayed.placement().shard(), null);
    }
}
