package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.MessageRevision;
import org.delay.redisson.RevisionedStore.PreparedMessage;
import org.delay.redisson.RevisionedStore.Relayed;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** Steps for queues that are {@link RevisionedStore}s. The tests of others are skipped. */
abstract class RevisionsFixture extends ContractFixture {

    static final String BODY = "body of a";

    static final long REVISION = 1_795_179_600_000L;

    RevisionedStore store;

    /** Where a message is when a change comes, and what a higher revision answers. */
    enum Place {
        WAITING(Outcome.REPLACED),
        DUE(Outcome.REPLACED),
        LEASED(Outcome.REPLACED_IN_FLIGHT),
        EXPIRED(Outcome.REPLACED_IN_FLIGHT),
        RETRIED(Outcome.REPLACED_IN_FLIGHT),
        RELEASED(Outcome.REPLACED),
        DEAD(Outcome.SCHEDULED),
        REDRIVEN(Outcome.REPLACED),
        REDRIVEN_IN_BULK(Outcome.REPLACED),
        RESCHEDULED(Outcome.REPLACED);

        final Outcome replaced;

        Place(Outcome replaced) {
            this.replaced = replaced;
        }
    }

    @BeforeEach
    void findStore() {
        Optional<RevisionedStore> revisions = queue.revisions();
        assumeTrue(revisions.isPresent(), "no revisioned store");
        store = revisions.orElseThrow();
    }

    PreparedMessage prepared(OutgoingMessage.Builder message) {
        return store.prepare(message.build());
    }

    PreparedMessage dueNow(String id, String body) {
        return prepared(message(id).body(body).delay(Duration.ZERO));
    }

    /** Relays the message {@code a}, which is not due during this test. */
    Relayed relay(long revision, String body) {
        return store.relay(List.of(prepared(message("a").body(body)).at(revision)))
                .get(0);
    }

    Relayed cancel(long revision) {
        return store.cancel(List.of(new MessageRevision(TOPIC, "a", revision))).get(0);
    }

    Optional<StoredRevision> located(String id) {
        return store.locate(List.of(new MessageName(TOPIC, id))).get(0);
    }

    long revisionOf(String id) {
        return located(id).orElseThrow().revision();
    }

    /** As {@link #relayed}, for a place where it has been claimed. */
    LeasedMessage claimed(long revision, Place place) {
        return Objects.requireNonNull(relayed(revision, place));
    }

    /** Brings the message {@code a} to a place. Returns its last lease, if it had one. */
    @Nullable
    LeasedMessage relayed(long revision, Place place) {
        if (place == Place.WAITING) {
            assertThat(relay(revision, BODY).outcome()).isEqualTo(Outcome.SCHEDULED);
            return null;
        }
        PreparedMessage due = dueNow("a", BODY);
        assertThat(store.relay(List.of(due.at(revision))).get(0).outcome()).isEqualTo(Outcome.SCHEDULED);
        passUntil(stored("a").at());
        if (place == Place.DUE) {
            return null;
        }
        if (place == Place.EXPIRED) {
            return claimedAndExpired("a");
        }
        if (place == Place.RESCHEDULED) {
            queue.reschedule(TOPIC, "a", Duration.ofMillis(1));
            return null;
        }
        LeasedMessage held = claim("a");
        switch (place) {
            case RETRIED -> retry(held, Duration.ZERO, true);
            case RELEASED -> release(held, Duration.ZERO, false);
            case DEAD, REDRIVEN, REDRIVEN_IN_BULK -> bury(held, "no use");
            default -> {}
        }
        if (place == Place.REDRIVEN) {
            queue.redrive(TOPIC, "a");
        }
        if (place == Place.REDRIVEN_IN_BULK) {
            queue.redriveDead(DeadLetterFilter.of(TOPIC));
        }
        return held;
    }
}
