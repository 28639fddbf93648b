package org.delay.redisson.journal.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.delay.redisson.journal.jdbc.Fixture.DUE;
import static org.delay.redisson.journal.jdbc.Fixture.TOPIC;
import static org.delay.redisson.journal.jdbc.Fixture.keep;
import static org.delay.redisson.journal.jdbc.Fixture.key;
import static org.delay.redisson.journal.jdbc.Fixture.message;
import static org.delay.redisson.journal.jdbc.Fixture.send;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.OnWaiting;
import org.delay.redisson.journal.store.Recorded;
import org.delay.redisson.journal.store.Send;
import org.junit.jupiter.api.Test;

/** What a send writes, and what it finds. */
@StoreTest
class SendContractTest {

    private final Fixture fixture;

    SendContractTest(TestDatabase database) {
        this.fixture = new Fixture(database);
    }

    @Test
    void writesOnlyInATransaction() {
        assertThatIllegalStateException().isThrownBy(() -> fixture.store.record(List.of(send("a"))));

        assertThat(fixture.store.find(key("a"))).isEmpty();
    }

    @Test
    void oneStatementNeedsNoTransaction() {
        Optional<List<Recorded>> recorded = fixture.store.recordAtOnce(List.of(send("b"), send("a")));

        assertThat(recorded.isPresent()).isEqualTo(fixture.database.name().equals("postgresql"));
        List<MessageKey> keys = recorded.orElse(List.of()).stream()
                .peek(one -> assertThat(one.written()).isTrue())
                .map(Recorded::key)
                .toList();
        assertThat(keys).isEqualTo(recorded.isPresent() ? List.of(key("b"), key("a")) : List.of());
        assertThat(fixture.store.find(key("a")).isPresent()).isEqualTo(recorded.isPresent());
    }

    @Test
    void severalStatementsNeedATransaction() {
        assertThat(fixture.store.recordAtOnce(List.of(keep("a")))).isEmpty();
        assertThat(fixture.store.recordAtOnce(List.of(send("a"), send("a")))).isEmpty();
        assertThat(fixture.store.recordAtOnce(List.of())).isEmpty();

        assertThat(fixture.store.find(key("a"))).isEmpty();
    }

    @Test
    void nothingIsWrittenAtOnceWithinATransaction() {
        fixture.inTransaction(
                () -> assertThat(fixture.store.recordAtOnce(List.of(send("a")))).isEmpty());

        assertThat(fixture.store.find(key("a"))).isEmpty();
    }

    /** What such a connection has written is rolled back when the pool takes it back. */
    @Test
    void nothingIsWrittenAtOnceWhereConnectionsWaitForACommit() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(fixture.database.dataSource().getJdbcUrl());
        config.setAutoCommit(false);
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            JournalStore store =
                    JdbcJournalStore.builder(pool).service(fixture.service).build();
            assertThat(store.recordAtOnce(List.of(send("a")))).isEmpty();
            assertThat(store.find(key("a"))).isEmpty();
        }
        assertThat(fixture.store.find(key("a"))).isEmpty();
    }

    @Test
    void rollbackLeavesNothing() {
        MessageRevision before = fixture.waiting("replaced");

        fixture.database.transactions().executeWithoutResult(status -> {
            fixture.store.record(List.of(send("new"), send("replaced")));
            fixture.store.cancel(List.of(key("replaced")));
            status.setRollbackOnly();
        });

        assertThat(fixture.store.find(key("new"))).isEmpty();
        assertThat(fixture.store.find(key("replaced")).orElseThrow().revision()).isEqualTo(before);
    }

    @Test
    void rollbackToASavepointLeavesWhatCameBefore() {
        fixture.database.transactions().executeWithoutResult(status -> {
            fixture.store.record(List.of(send("before")));
            Object savepoint = status.createSavepoint();
            fixture.store.record(List.of(send("after")));
            status.rollbackToSavepoint(savepoint);
        });

        assertThat(fixture.state("before")).isEqualTo(MessageState.WAITING);
        assertThat(fixture.store.find(key("after"))).isEmpty();
    }

    @Test
    void newMessageWaitsAndIsToBeRelayed() {
        JournalMessage message = new JournalMessage(key("a"), "order-7 😀", DUE, 9, "body".getBytes(UTF_8));
        Recorded recorded = fixture.recorded(new Send(message, OnWaiting.REPLACE));

        JournalRow row = fixture.store.find(key("a")).orElseThrow();
        assertThat(recorded).isEqualTo(new Recorded(key("a"), row.version().revision(), true, DUE));
        assertThat(row.message()).isEqualTo(message);
        assertThat(row.version().state()).isEqualTo(MessageState.WAITING);
        assertThat(row.version().revision()).isEqualTo(row.trail().createdAt().toEpochMilli());
        assertThat(row.trail().createdBy()).isEqualTo("instance-1");
        assertThat(row.trail().pending()).isTrue();
        assertThat(Duration.between(row.trail().createdAt(), fixture.store.now()))
                .isBetween(Duration.ZERO, Duration.ofMinutes(1));
        assertThat(fixture.store.pending(List.of(key("a")))).containsExactly(row);
    }

    @Test
    void replacingRaisesTheRevision() {
        long first = fixture.recorded(send("a")).revision();
        Recorded second = fixture.recorded(new Send(message("a", "second"), OnWaiting.REPLACE));

        assertThat(second.revision()).isGreaterThan(first);
        assertThat(second.written()).isTrue();
        assertThat(fixture.content("a")).isEqualTo("second");
    }

    @Test
    void revisionGrowsAlsoWhenTheClockIsBehindIt() {
        fixture.recorded(send("a"));
        long future = System.currentTimeMillis() + 86_400_000;
        fixture.jdbc.update("UPDATE delay_message SET revision = ? WHERE service = ?", future, fixture.service);

        assertThat(fixture.recorded(send("a")).revision()).isEqualTo(future + 1);
        assertThat(fixture.transaction(() -> fixture.store.reschedule(key("a"), DUE))
                        .orElseThrow()
                        .revision())
                .isEqualTo(future + 2);
        assertThat(fixture.transaction(() -> fixture.store.cancel(List.of(key("a"))))
                        .get(key("a"))
                        .revision())
                .isEqualTo(future + 3);
    }

    @Test
    void keepLeavesWhatWaits() {
        Recorded first = fixture.recorded(send("a"));
        Recorded kept = fixture.recorded(
                new Send(new JournalMessage(key("a"), null, DUE.plusSeconds(60), 4, new byte[0]), OnWaiting.KEEP));

        assertThat(kept).isEqualTo(new Recorded(key("a"), first.revision(), false, DUE));
        assertThat(fixture.content("a")).isEqualTo("body of a");
        assertThat(fixture.recorded(keep("b")).written()).isTrue();
    }

    @Test
    void keepWritesWhatHasEnded() {
        for (MessageState end : List.of(MessageState.DELIVERED, MessageState.EXPIRED, MessageState.DEAD)) {
            String id = end.name();
            MessageRevision ended = fixture.waiting(id);
            fixture.end(ended, end);

            Recorded recorded = fixture.recorded(keep(id));

            assertThat(recorded.written()).isTrue();
            assertThat(recorded.revision()).isGreaterThan(ended.revision());
            assertThat(fixture.content(id)).isEqualTo("kept body of " + id);
        }
    }

    @Test
    void aKeyThatIsNamedTwiceIsRecordedInOrder() {
        List<Recorded> recorded = fixture.transaction(() -> fixture.store.record(
                List.of(keep("b"), send("a"), keep("a"), new Send(message("a", "last"), OnWaiting.REPLACE))));

        assertThat(recorded).extracting(Recorded::written).containsExactly(true, true, false, true);
        assertThat(recorded).extracting(Recorded::key).containsExactly(key("b"), key("a"), key("a"), key("a"));
        assertThat(recorded.get(3).revision()).isGreaterThan(recorded.get(1).revision());
        assertThat(fixture.content("a")).isEqualTo("last");
    }

    @Test
    void manyMessagesOfManyTopicsAreAnsweredInOrder() {
        List<Send> sends = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            MessageKey key = new MessageKey("topic-" + i % 7, "id-" + i);
            sends.add(new Send(
                    new JournalMessage(key, null, DUE, 4, ("body " + i).getBytes(UTF_8)),
                    i % 3 == 0 ? OnWaiting.KEEP : OnWaiting.REPLACE));
        }
        Collections.shuffle(sends, new Random(1));
        List<MessageKey> keys = sends.stream().map(send -> send.message().key()).toList();

        List<Recorded> recorded = fixture.transaction(() -> fixture.store.record(sends));

        assertThat(recorded).extracting(Recorded::key).containsExactlyElementsOf(keys);
        assertThat(recorded).allMatch(Recorded::written);
        assertThat(fixture.store.pending(keys))
                .extracting(JournalRow::message)
                .containsExactlyInAnyOrderElementsOf(
                        sends.stream().map(Send::message).toList());
    }

    @Test
    void similarIdsAreDifferentMessages() {
        List<String> ids = List.of("a", "A", "a ", "á", "😀", "😁", "a\u00AD", "ａ");

        fixture.inTransaction(
                () -> fixture.store.record(ids.stream().map(Fixture::send).toList()));

        assertThat(ids).allSatisfy(id -> assertThat(fixture.content(id)).isEqualTo("body of " + id));
        assertThat(fixture.store.versions(ids.stream().map(Fixture::key).toList()))
                .hasSize(ids.size());
    }

    @Test
    void oneIdInTwoTopicsIsTwoMessages() {
        MessageKey other = new MessageKey("other", "a");
        fixture.recorded(send("a"));
        fixture.recorded(new Send(new JournalMessage(other, null, DUE, 4, new byte[] {1}), OnWaiting.REPLACE));
        fixture.recorded(send("b"));

        fixture.inTransaction(() -> fixture.store.cancel(List.of(other, key("b"))));

        assertThat(fixture.state("a")).isEqualTo(MessageState.WAITING);
        assertThat(fixture.state("b")).isEqualTo(MessageState.CANCELLED);
        assertThat(fixture.store.versions(List.of(key("a"), other)).keySet())
                .containsExactlyInAnyOrder(key("a"), other);
    }

    @Test
    void contentIsKeptByteForByte() {
        byte[] large = new byte[256 * 1024];
        new Random(1).nextBytes(large);
        List<byte[]> contents = List.of(large, new byte[0], new byte[] {0, 1, 0}, "a\0b'\\\n😀".getBytes(UTF_8));
        List<Send> sends = new ArrayList<>();
        // More than one statement takes.
        for (int i = 0; i < 20; i++) {
            byte[] content = contents.get(i < 16 ? 0 : i - 16);
            sends.add(new Send(new JournalMessage(key("id-" + i), null, DUE, 4, content), OnWaiting.REPLACE));
        }

        fixture.inTransaction(() -> fixture.store.record(sends));

        assertThat(sends)
                .allSatisfy(send -> assertThat(fixture.store
                                .find(send.message().key())
                                .orElseThrow()
                                .message()
                                .content())
                        .isEqualTo(send.message().content()));
    }

    @Test
    void aLongBusinessKeyIsCut() {
        String key = "x".repeat(199) + "😀" + "y";
        fixture.recorded(
                new Send(new JournalMessage(new MessageKey(TOPIC, "a"), key, DUE, 4, new byte[0]), OnWaiting.REPLACE));

        assertThat(fixture.store.find(key("a")).orElseThrow().message().businessKey())
                .isEqualTo("x".repeat(199));
    }
}
