package org.delay.redisson.journal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.journal.jdbc.Fixture.DUE;
import static org.delay.redisson.journal.jdbc.Fixture.key;
import static org.delay.redisson.journal.jdbc.Fixture.send;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.HistoryEntry;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.OnWaiting;
import org.delay.redisson.journal.store.Owed;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.RowPage;
import org.delay.redisson.journal.store.Send;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What can be found, and in which order. */
@StoreTest
class SearchContractTest {

    private final Fixture fixture;

    SearchContractTest(TestDatabase database) {
        this.fixture = new Fixture(database);
    }

    @Test
    void pagesHaveEachRowOnce() {
        List<MessageKey> keys = IntStream.range(0, 60)
                .mapToObj(i -> new MessageKey("topic-" + i % 3, "id-" + i / 3))
                .toList();
        keys.forEach(key -> record(key, null));

        assertThat(all(RowFilter.ALL, 7))
                .containsExactlyInAnyOrderElementsOf(keys)
                .isSorted();
        assertThat(all(RowFilter.WAITING.topic("topic-1"), 7))
                .hasSize(20)
                .allMatch(key -> key.topic().equals("topic-1"));
    }

    @Test
    void pagesOfLargeMessagesAreSmaller() {
        for (int i = 0; i < 5; i++) {
            JournalMessage large = new JournalMessage(key("id-" + i), null, DUE, 4, new byte[2_000_000]);
            fixture.recorded(new Send(large, OnWaiting.REPLACE));
        }

        assertThat(fixture.store.page(RowFilter.ALL, null, 100).rows()).hasSize(2);
        assertThat(all(RowFilter.ALL, 100)).hasSize(5);
    }

    @Test
    void findsByIdInAnyTopic() {
        record(new MessageKey("one", "a"), null);
        record(new MessageKey("two", "a"), null);
        record(new MessageKey("two", "ab"), null);

        assertThat(all(RowFilter.ALL.id("a"), 10))
                .containsExactly(new MessageKey("one", "a"), new MessageKey("two", "a"));
        assertThat(all(RowFilter.ALL.id("a").topic("two"), 10)).containsExactly(new MessageKey("two", "a"));
        assertThat(all(RowFilter.ALL.id("A"), 10)).isEmpty();
    }

    @Test
    void findsByBusinessKey() {
        record(key("a"), "order 7");
        record(key("b"), "order 7");
        record(key("c"), "Order 7");
        record(key("d"), null);
        String exceeding = "x".repeat(300);
        record(key("e"), exceeding);

        assertThat(all(RowFilter.ALL.businessKey("order 7"), 10)).containsExactly(key("a"), key("b"));
        assertThat(all(RowFilter.ALL.businessKey(exceeding), 10)).containsExactly(key("e"));
        assertThat(all(RowFilter.ALL.businessKey("x"), 10)).isEmpty();
    }

    @Test
    void findsByState() {
        fixture.waiting("waiting");
        fixture.end(fixture.waiting("dead"), MessageState.DEAD);

        assertThat(all(RowFilter.WAITING, 10)).containsExactly(key("waiting"));
        assertThat(all(RowFilter.ALL.state(MessageState.DEAD), 10)).containsExactly(key("dead"));
    }

    @Test
    void findsWhatAShardTookSinceAMark() {
        fixture.relay(new Placement(0, 4), fixture.waiting("before"));
        fixture.relay(new Placement(0, 5), fixture.waiting("at"));
        fixture.relay(new Placement(0, 6), fixture.waiting("after"), fixture.waiting("delivered"));
        fixture.relay(new Placement(1, 7), fixture.waiting("elsewhere"));
        fixture.waiting("never");
        fixture.end(fixture.store.find(key("delivered")).orElseThrow().revision(), MessageState.DELIVERED);

        assertThat(all(RowFilter.WAITING.takenSince(new Placement(0, 5)), 10)).containsExactly(key("after"), key("at"));
    }

    @Test
    void servicesDoNotSeeEachOther() {
        fixture.waiting("a");
        Fixture other = new Fixture(fixture.database);

        assertThat(other.store.find(key("a"))).isEmpty();
        assertThat(other.store.page(RowFilter.ALL, null, 10).rows()).isEmpty();
        assertThat(other.recorded(send("a")).written()).isTrue();
        other.inTransaction(() -> other.store.cancel(List.of(key("a"))));
        assertThat(fixture.state("a")).isEqualTo(MessageState.WAITING);
    }

    @Test
    void owedAreThoseThatWait() {
        fixture.relay(fixture.waiting("relayed"));
        fixture.waiting("pending");
        fixture.end(fixture.waiting("delivered"), MessageState.DELIVERED);
        fixture.waiting("cancelled");
        fixture.inTransaction(() -> fixture.store.cancel(List.of(key("cancelled"))));
        fixture.inTransaction(() -> fixture.store.reschedule(key("relayed"), DUE.minusSeconds(1)));

        assertThat(fixture.store.owed(null, DUE.minusSeconds(1))).isEqualTo(new Owed(2, 1, DUE.minusSeconds(1)));
        assertThat(fixture.store.owed(Fixture.TOPIC, Instant.EPOCH)).isEqualTo(new Owed(2, 0, DUE.minusSeconds(1)));
        assertThat(fixture.store.owed("other", DUE)).isEqualTo(new Owed(0, 0, null));
    }

    @Test
    void historyIsInOrder() {
        MessageRevision message = fixture.waiting("a");
        List<HistoryEvent> events = new ArrayList<>();
        for (Change change : Change.values()) {
            events.add(new HistoryEvent(message, change, events.size(), "main", "detail 😀"));
        }
        events.forEach(event -> fixture.inTransaction(() -> fixture.store.append(List.of(event))));
        fixture.inTransaction(() -> fixture.store.append(events));

        List<HistoryEntry> history = fixture.store.history(key("a"), 100);

        assertThat(history).extracting(HistoryEntry::event).containsSubsequence(events);
        assertThat(history)
                .hasSize(2 * events.size())
                .isSortedAccordingTo((one, other) -> one.at().compareTo(other.at()));
        assertThat(history).extracting(HistoryEntry::instance).containsOnly("instance-1");
        assertThat(fixture.store.history(key("a"), 3)).isEqualTo(history.subList(0, 3));
        assertThat(fixture.store.history(key("A"), 3)).isEmpty();
    }

    @Test
    void historyTakesAnyText() {
        MessageRevision message = fixture.waiting("a");
        String thread = "t".repeat(300);
        String detail = "a\0b " + "😀".repeat(800);
        HistoryEvent event = new HistoryEvent(message, Change.FAILED, null, thread, detail);
        fixture.inTransaction(() -> fixture.store.append(
                IntStream.range(0, 120).mapToObj(i -> event).toList()));

        HistoryEvent read = fixture.store.history(key("a"), 200).get(119).event();

        assertThat(read)
                .isEqualTo(new HistoryEvent(
                        message, Change.FAILED, null, "t".repeat(100), "a\uFFFDb " + "😀".repeat(498)));
    }

    private void record(MessageKey key, @Nullable String businessKey) {
        fixture.recorded(new Send(new JournalMessage(key, businessKey, DUE, 4, new byte[] {1}), OnWaiting.REPLACE));
    }

    private List<MessageKey> all(RowFilter filter, int limit) {
        List<MessageKey> keys = new ArrayList<>();
        RowPage page = fixture.store.page(filter, null, limit);
        while (true) {
            page.rows().stream().map(JournalRow::key).forEach(keys::add);
            if (page.next() == null) {
                return keys;
            }
            page = fixture.store.page(filter, page.next(), limit);
        }
    }
}
