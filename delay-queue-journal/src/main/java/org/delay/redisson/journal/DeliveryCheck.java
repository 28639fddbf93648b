package org.delay.redisson.journal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowVersion;
import org.jspecify.annotations.Nullable;

/**
 * Recognises, before their delivery, messages that Redis gives out although they have ended or changed: it was restored from an older
 * copy, or was told late. Thread-safe.
 */
@Slf4j
@RequiredArgsConstructor
final class DeliveryCheck {

    private final Books books;
    private final JournalCounts counts;
    private final Function<MessageRevision, Optional<MessageState>> unrecorded;
    private final StaleMessages stale;

    /** Null where messages are delivered if the database does not answer. */
    private final @Nullable HeldClaims held;

    /** The claim without what must not be delivered. */
    ClaimResult pass(ClaimResult claim) {
        List<MessageKey> keys = claim.messages().stream()
                .filter(claimed -> claimed.revision() > 0)
                .map(StaleMessages::key)
                .toList();
        if (keys.isEmpty()) {
            return claim;
        }
        Map<MessageKey, RowVersion> rows;
        try {
            rows = books.sql().call(StaleMessages.LONGEST, () -> books.store().versions(keys));
        } catch (BoundedSqlCalls.NoAnswer e) {
            if (held != null) {
                counts.held(keys.size());
                return held.putBack(claim);
            }
            counts.unasked(keys.size());
            return stale.remove(
                    claim, claim.messages().stream().filter(this::hasEnded).toList(), Map.of());
        }
        List<Claimed> dropped = claim.messages().stream()
                .filter(claimed -> hasEnded(claimed) || isStale(claimed, rows.get(StaleMessages.key(claimed))))
                .toList();
        return stale.remove(claim, dropped, rows);
    }

    /** This instance knows, though the database may not know yet. */
    private boolean hasEnded(Claimed claimed) {
        return claimed.revision() > 0
                && unrecorded.apply(StaleMessages.revision(claimed)).isPresent();
    }

    private boolean isStale(Claimed claimed, @Nullable RowVersion row) {
        if (claimed.revision() == 0) {
            return false;
        }
        if (row == null) {
            counts.unknown();
            return false;
        }
        if (row.revision() < claimed.revision()) {
            counts.ahead();
            log.warn(
                    "Redis has a newer revision of a message than the journal's database. Was the database restored from an"
                            + " older backup? The message is delivered: {}",
                    claimed.message());
            return false;
        }
        return row.revision() > claimed.revision() || row.state() != MessageState.WAITING;
    }
}
