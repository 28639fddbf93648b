package org.delay.redisson.journal.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.journal.jdbc.Fixture.RETENTION;
import static org.delay.redisson.journal.jdbc.Fixture.key;

import java.util.stream.IntStream;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.MessageRevision;
import org.junit.jupiter.api.Test;

/** History lives as long as its message's row, or as long as the retention if there is none. */
@StoreTest
class HistoryPurgeContractTest {

    private final Fixture fixture;

    /** The last entry of other tests. */
    private final long others;

    HistoryPurgeContractTest(TestDatabase database) {
        this.fixture = new Fixture(database);
        this.others = requireNonNull(
                fixture.jdbc.queryForObject("SELECT COALESCE(MAX(seq), 0) FROM delay_history", Long.class));
    }

    @Test
    void historyWithoutARowIsPurgedAfterTheRetention() {
        append(new MessageRevision(key("old"), 1), 3);
        append(fixture.waiting("waits"), 3);
        makeOlder();
        append(new MessageRevision(key("young"), 1), 3);

        assertThat(purgeAll(100)).isOne();

        assertThat(entries("old")).isZero();
        assertThat(entries("waits")).isEqualTo(3);
        assertThat(entries("young")).isEqualTo(3);
    }

    @Test
    void purgesInBatches() {
        append(new MessageRevision(key("a"), 1), 7);
        append(fixture.waiting("waits"), 7);
        append(new MessageRevision(key("b"), 1), 7);
        makeOlder();

        assertThat(purgeAll(4)).isEqualTo(6);

        assertThat(entries("a") + entries("b")).isZero();
        assertThat(entries("waits")).isEqualTo(7);
    }

    @Test
    void otherServicesAreLeftAlone() {
        Fixture other = new Fixture(fixture.database);
        append(new MessageRevision(key("a"), 1), 1);
        makeOlder();

        other.inTransaction(() -> other.store.purgeHistory(others, 1_000));

        assertThat(entries("a")).isOne();
    }

    private int purgeAll(int limit) {
        int calls = 0;
        long after = others;
        do {
            long from = after;
            after = fixture.transaction(() -> fixture.store.purgeHistory(from, limit));
            calls++;
        } while (after != 0);
        return calls;
    }

    private void append(MessageRevision message, int times) {
        HistoryEvent event = new HistoryEvent(message, Change.FAILED, null, null, null);
        fixture.inTransaction(() -> fixture.store.append(
                IntStream.range(0, times).mapToObj(i -> event).toList()));
    }

    private int entries(String id) {
        return fixture.store.history(key(id), 100).size();
    }

    private void makeOlder() {
        fixture.jdbc.update(
                "UPDATE delay_history SET at = at - ? WHERE service = ?",
                RETENTION.plusHours(1).toMillis(),
                fixture.service);
    }
}
