package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.BeforeEach;

/** One application that is tested as the owner of leases. */
abstract class DeliveryFixture extends JournalFixture {

    static final Duration LONG = Duration.ofMinutes(2);

    /** Far shorter: after a pause the journal may let pass what it would have held back, and holds it back the next time. */
    static final Duration LEASE = Duration.ofSeconds(20);

    final String claimer = UUID.randomUUID().toString();
    HikariDataSource database;
    App app;
    long number;

    @BeforeEach
    void open() {
        database = database(Databases.H2, 6);
        app = app(database).started();
    }

    ClaimResult claim() {
        return claim(app);
    }

    synchronized ClaimResult claim(App by) {
        number++;
        return by.queue()
                .claim(new ClaimRequest(0, TOPIC, new ClaimId(claimer, number), LEASE, new ClaimLimit(100, 1L << 30)));
    }

    ClaimResult claimOne(String id) {
        ClaimResult[] claim = new ClaimResult[1];
        await().atMost(LONG).until(() -> {
            claim[0] = claim();
            return !claim[0].messages().isEmpty();
        });
        assertThat(ids(claim[0])).containsExactly(id);
        return claim[0];
    }

    static List<String> ids(ClaimResult claim) {
        return claim.messages().stream().map(claimed -> claimed.message().id()).toList();
    }

    /** A database that did not answer at once is told later. */
    void awaitState(String id, MessageState state) {
        await().atMost(LONG).until(() -> app.state(id) == state);
    }

    List<Change> history(String id) {
        return app.journal().operations().find(TOPIC, id).orElseThrow().history().stream()
                .map(entry -> entry.event().change())
                .toList();
    }

    RevisionedStore revisions() {
        return app.redis().revisions().orElseThrow();
    }

    Connection lockedRows() throws SQLException {
        Connection other = database.getConnection();
        other.setAutoCommit(false);
        other.createStatement().executeUpdate("update delay_message set priority = 3");
        return other;
    }

    Lease claimRelayed(String id) {
        app.send(id, Duration.ZERO);
        ClaimResult claim = claimOne(id);
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
        return claim.lease();
    }

    Outcome send(String id, OnDuplicate onDuplicate) {
        return app.producer()
                .sendMessage(OutgoingMessage.to(TOPIC)
                        .id(id)
                        .body("second")
                        .delay(LATER)
                        .onDuplicate(onDuplicate)
                        .build())
                .outcome();
    }

    static MessageKey key(String id) {
        return new MessageKey(TOPIC, id);
    }

    /** Something that does something else before the first of these calls. */
    static <T> T before(Class<T> type, String call, Runnable first, T object) {
        AtomicBoolean called = new AtomicBoolean();
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            if (method.getName().equals(call) && called.compareAndSet(false, true)) {
                first.run();
            }
            try {
                return method.invoke(object, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
