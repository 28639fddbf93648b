package org.delay.redisson.journal.jdbc;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.OnWaiting;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.Recorded;
import org.delay.redisson.journal.store.Relayed;
import org.delay.redisson.journal.store.Send;
import org.springframework.jdbc.core.JdbcTemplate;

/** A store of a service that no other test has, and short ways to use it: each call in a transaction of its own. */
final class Fixture {

    static final String TOPIC = "orders";
    static final Duration RETENTION = Duration.ofDays(7);
    static final Instant DUE = Instant.ofEpochMilli(System.currentTimeMillis() + 3_600_000);

    private static final AtomicInteger SERVICES = new AtomicInteger();

    final TestDatabase database;
    final String service;
    final JournalStore store;
    final JdbcTemplate jdbc;

    Fixture(TestDatabase database) {
        this(database, "service-" + ProcessHandle.current().pid() + "-" + SERVICES.incrementAndGet());
    }

    Fixture(TestDatabase database, String service) {
        this.database = database;
        this.service = service;
        this.store = JdbcJournalStore.builder(database.dataSource())
                .service(service)
                .instance("instance-1")
                .retention(RETENTION)
                .build();
        this.jdbc = new JdbcTemplate(database.dataSource());
    }

    <T> T transaction(Supplier<T> work) {
        return database.transactions().execute(status -> work.get());
    }

    void inTransaction(Runnable work) {
        database.transactions().executeWithoutResult(status -> work.run());
    }

    static MessageKey key(String id) {
        return new MessageKey(TOPIC, id);
    }

    static JournalMessage message(String id, String content) {
        return new JournalMessage(key(id), null, DUE, 4, content.getBytes(StandardCharsets.UTF_8));
    }

    static Send send(String id) {
        return new Send(message(id, "body of " + id), OnWaiting.REPLACE);
    }

    static Send keep(String id) {
        return new Send(message(id, "kept body of " + id), OnWaiting.KEEP);
    }

    Recorded recorded(Send send) {
        return transaction(() -> store.record(List.of(send))).get(0);
    }

    /** The revision of a message that now waits. */
    MessageRevision waiting(String id) {
        return new MessageRevision(key(id), recorded(send(id)).revision());
    }

    void relay(MessageRevision... revisions) {
        relay(new Placement(0, 1), revisions);
    }

    void relay(Placement placement, MessageRevision... revisions) {
        inTransaction(() -> store.relayed(Arrays.stream(revisions)
                .map(revision -> new Relayed(revision, placement))
                .toList()));
    }

    void end(MessageRevision revision, MessageState end) {
        inTransaction(() -> store.end(List.of(new Ending(revision, end))));
    }

    /** As if so much time had passed for all tasks. */
    void pass(Duration time) {
        jdbc.update("UPDATE delay_message SET look_at = look_at - ? WHERE service = ?", time.toMillis(), service);
    }

    /** How long after its last change a task first looks at a message. */
    Duration lookedAtAfter(String id) {
        Long millis = jdbc.queryForObject(
                "SELECT look_at - changed_at FROM delay_message WHERE service = ? AND id = ?", Long.class, service, id);
        return Duration.ofMillis(requireNonNull(millis));
    }

    List<String> takePending(int limit) {
        return transaction(() -> store.takePending(limit)).stream()
                .map(row -> row.key().id())
                .toList();
    }

    MessageState state(String id) {
        return store.find(key(id)).orElseThrow().version().state();
    }

    String content(String id) {
        return new String(store.find(key(id)).orElseThrow().message().content(), StandardCharsets.UTF_8);
    }
}
