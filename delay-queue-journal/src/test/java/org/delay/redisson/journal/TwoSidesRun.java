package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.TwoSides.Row;
import org.delay.redisson.journal.TwoSides.Stored;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** One sequence of operations, on the servers and on the model. Nothing happens between two operations: no relay runs by itself. */
final class TwoSidesRun implements AutoCloseable {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String TOPIC = JournalFixture.TOPIC;

    enum Deed {
        SEND,
        SEND_UNHEARD,
        SEND_ANSWER_LOST,
        SEND_IN_TRANSACTION,
        SEND_ROLLED_BACK,
        KEEP,
        CANCEL,
        CANCEL_UNHEARD,
        CANCEL_IN_TRANSACTION,
        RESCHEDULE,
        RESCHEDULE_IN_TRANSACTION,
        DELIVER,
        RELAY,
        RESTORE,
        FLUSH_REDIS,
        SNAPSHOT_OF_REDIS,
        LOAD_OLDER_REDIS,
        BACKUP_OF_DATABASE,
        LOAD_OLDER_DATABASE
    }

    record Operation(Deed deed, String id, boolean due) {}

    private final TwoSides model = new TwoSides();
    private final TwoSidesServers servers;
    private final String service = "s-" + UUID.randomUUID();
    private final Faults faults = new Faults();
    private final DelayQueueMessage bare;
    private final JournalStore store;
    private final JournalParts parts;
    private final JournaledQueue queue;
    private final TransactionTemplate transaction;
    private Map<String, byte[]> snapshot = Map.of();
    private int bodies;
    private int claims;

    TwoSidesRun(TwoSidesServers servers) {
        this.servers = servers;
        servers.empty();
        bare = servers.queue(service);
        store = JdbcJournalStore.builder(servers.database).service(service).build();
        JdbcTransactionManager manager = new JdbcTransactionManager(servers.database);
        transaction = new TransactionTemplate(manager);
        RevisionedStore redis =
                faults.around(RevisionedStore.class, bare.revisions().orElseThrow());
        // A machine that stands still must not let pass what the check before the delivery recognises.
        JournalSettings settings = JournalSettings.DEFAULTS.withDeliveryCheck(DeliveryCheckMode.HOLD);
        parts = new JournalParts(bare, redis, new JournalDatabase(store, servers.database, manager), settings);
        queue = new JournaledQueue(bare, settings.topics(), () -> parts);
        // Redis's clock is known from here on.
        var unused = redis.prepare(JournalFixture.message("any", JournalFixture.LATER));
    }

    void apply(Operation operation) {
        String id = operation.id();
        switch (operation.deed()) {
            case SEND -> send(operation, Lost.NOTHING);
            case SEND_UNHEARD -> send(operation, Lost.CALL);
            case SEND_ANSWER_LOST -> send(operation, Lost.ANSWER);
            case SEND_IN_TRANSACTION -> {
                String body = body();
                transaction.executeWithoutResult(status -> schedule(id, body, operation.due(), OnDuplicate.REPLACE));
                model.changed(id, written(id, MessageState.WAITING, body, operation.due()));
            }
            case SEND_ROLLED_BACK ->
                transaction.executeWithoutResult(status -> {
                    schedule(id, body(), operation.due(), OnDuplicate.REPLACE);
                    status.setRollbackOnly();
                });
            case KEEP -> keep(operation);
            case CANCEL -> cancel(id, false);
            case CANCEL_UNHEARD -> cancel(id, true);
            case CANCEL_IN_TRANSACTION -> {
                CancelResult result = transaction.execute(status -> queue.cancel(TOPIC, id));
                assertThat(result).isEqualTo(model.waits(id) ? CancelResult.RECORDED : CancelResult.NOT_FOUND);
                if (model.waits(id)) {
                    model.changed(
                            id,
                            changed(
                                    id,
                                    MessageState.CANCELLED,
                                    model.database.get(id).due()));
                }
            }
            case RESCHEDULE -> reschedule(operation);
            case RESCHEDULE_IN_TRANSACTION -> {
                RescheduleResult result =
                        transaction.execute(status -> queue.reschedule(TOPIC, id, delay(operation.due())));
                assertThat(result).isEqualTo(model.waits(id) ? RescheduleResult.RECORDED : RescheduleResult.NOT_FOUND);
                if (model.waits(id)) {
                    model.changed(id, changed(id, MessageState.WAITING, operation.due()));
                }
            }
            case DELIVER -> deliver();
            case RELAY -> relay();
            case RESTORE -> restore();
            case FLUSH_REDIS -> {
                servers.flush();
                model.flush();
            }
            case SNAPSHOT_OF_REDIS -> {
                snapshot = servers.snapshot();
                model.snapshot();
            }
            case LOAD_OLDER_REDIS -> {
                servers.load(snapshot);
                model.load();
            }
            case BACKUP_OF_DATABASE -> {
                relay();
                servers.backup();
                model.backup();
            }
            case LOAD_OLDER_DATABASE -> {
                servers.setBack();
                model.setBack();
            }
        }
        confirm();
        compare();
    }

    /** What is owed is delivered, and nothing else. */
    void finish() {
        relay();
        restore();
        deliver();
        relay();
        restore();
        deliver();
        compare();
    }

    /** Whether Redis has what waits in the database. */
    boolean isInStep() {
        return model.database.entrySet().stream()
                .filter(row -> row.getValue().waits())
                .allMatch(row -> model.redis.containsKey(row.getKey())
                        && model.redis.get(row.getKey()).revision()
                                >= row.getValue().revision());
    }

    private enum Lost {
        NOTHING,
        CALL,
        ANSWER
    }

    private void send(Operation operation, Lost lost) {
        String id = operation.id();
        String body = body();
        if (lost != Lost.NOTHING) {
            faults.failsOnce("relay", lost == Lost.CALL);
        }
        Receipt receipt = schedule(id, body, operation.due(), OnDuplicate.REPLACE);
        assertThat(receipt.outcome() == Receipt.Outcome.RECORDED).isEqualTo(lost != Lost.NOTHING);
        model.changed(id, written(id, MessageState.WAITING, body, operation.due()));
        if (lost != Lost.CALL) {
            model.tell(id);
        }
        if (lost == Lost.NOTHING) {
            model.confirm(id);
        }
    }

    private void keep(Operation operation) {
        String id = operation.id();
        String body = body();
        boolean keeps = model.waits(id) && !isTakenForDelivered(id);
        Receipt receipt = schedule(id, body, operation.due(), OnDuplicate.KEEP);
        assertThat(receipt.outcome() == Receipt.Outcome.KEPT).isEqualTo(keeps);
        if (!keeps) {
            model.changed(id, written(id, MessageState.WAITING, body, operation.due()));
            model.tell(id);
            model.confirm(id);
        }
    }

    /** It is due, and Redis does not have it. */
    private boolean mayBeUnderWay(String id) {
        return model.database.get(id).due() && !model.redis.containsKey(id);
    }

    /** It is due, Redis had it, and has it no more. */
    private boolean isTakenForDelivered(String id) {
        return mayBeUnderWay(id) && row(id).placement() != null;
    }

    private void cancel(String id, boolean unheard) {
        boolean waits = model.waits(id);
        // What is not due can't have been delivered, wherever it is. The row is still relayed then, since a relay may
        // be about to send it.
        boolean isUnderWay = waits && mayBeUnderWay(id);
        boolean isConfirmed = isUnderWay || model.redis.containsKey(id);
        if (unheard && waits) {
            faults.failsOnce("cancel", true);
        }
        CancelResult result = queue.cancel(TOPIC, id);
        if (!waits) {
            assertThat(result).isEqualTo(CancelResult.NOT_FOUND);
            return;
        }
        model.changed(
                id, changed(id, MessageState.CANCELLED, model.database.get(id).due()));
        if (unheard) {
            assertThat(result).isEqualTo(CancelResult.RECORDED);
        } else {
            assertThat(result).isEqualTo(isUnderWay ? CancelResult.IN_FLIGHT : CancelResult.CANCELLED);
            model.tell(id);
            if (isConfirmed) {
                model.confirm(id);
            }
        }
    }

    /** Redis was not told yet. */
    private boolean hasEnded(String id) {
        Row row = model.database.get(id);
        return row != null && !row.waits() && model.redis.get(id).revision() <= row.revision();
    }

    private void reschedule(Operation operation) {
        String id = operation.id();
        boolean delivered = model.waits(id) && isTakenForDelivered(id);
        boolean isUnderWay = model.waits(id) && mayBeUnderWay(id);
        RescheduleResult result = queue.reschedule(TOPIC, id, delay(operation.due()));
        if (model.waits(id) && !delivered) {
            assertThat(result)
                    .isEqualTo(isUnderWay ? RescheduleResult.RESCHEDULED_IN_FLIGHT : RescheduleResult.RESCHEDULED);
            model.changed(id, changed(id, MessageState.WAITING, operation.due()));
            model.tell(id);
            model.confirm(id);
        } else if (!delivered && model.redis.containsKey(id) && !hasEnded(id)) {
            assertThat(result).isEqualTo(RescheduleResult.RESCHEDULED);
            Stored stored = model.redis.get(id);
            model.redis.put(id, new Stored(stored.revision(), stored.body(), operation.due()));
        } else {
            assertThat(result).isEqualTo(delivered ? RescheduleResult.IN_FLIGHT : RescheduleResult.NOT_FOUND);
        }
    }

    private void deliver() {
        List<String> due = model.dueInRedis();
        Map<String, String> expected = model.deliver();
        Map<String, String> delivered = new HashMap<>();
        await().atMost(LONG).until(() -> {
            ClaimResult claim = queue.claim(new ClaimRequest(
                    0, TOPIC, new ClaimId(service, ++claims), Duration.ofSeconds(90), new ClaimLimit(10, 1L << 30)));
            claim.messages().forEach(claimed -> {
                String id = claimed.message().id();
                assertThat(delivered.put(id, claimed.message().body())).isNull();
                queue.ack(claim.lease(), List.of(id));
            });
            return due.stream().noneMatch(id -> bare.find(TOPIC, id).isPresent());
        });
        assertThat(delivered).isEqualTo(expected);
    }

    private void relay() {
        parts.relay().wake();
        try {
            parts.relay().runOnce(() -> false);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        confirm();
        model.relay();
    }

    private void restore() {
        RestoreReport report = parts.journal().restore(RestoreRequest.ALL, progress -> {});
        assertThat(report.failed()).isZero();
        model.restore();
    }

    /** As each second. */
    private void confirm() {
        try {
            parts.relay().finish(System.nanoTime() + LONG.toNanos());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void compare() {
        for (String id : List.of("a", "b", "c")) {
            Optional<JournalRow> row = store.find(key(id));
            Row expected = model.database.get(id);
            assertThat(row.map(one -> one.version().revision()))
                    .as("revision of %s in the database", id)
                    .isEqualTo(Optional.ofNullable(expected).map(Row::revision));
            assertThat(row.map(one -> one.version().state()))
                    .as("state of %s in the database", id)
                    .isEqualTo(Optional.ofNullable(expected).map(Row::state));
            Optional<StoredRevision> stored = bare.revisions()
                    .orElseThrow()
                    .locate(List.of(new MessageName(TOPIC, id)))
                    .get(0);
            assertThat(stored.map(StoredRevision::revision))
                    .as("revision of %s in Redis", id)
                    .isEqualTo(Optional.ofNullable(model.redis.get(id)).map(Stored::revision));
        }
    }

    private Receipt schedule(String id, String body, boolean due, OnDuplicate onDuplicate) {
        return queue.schedule(List.of(OutgoingMessage.to(TOPIC)
                        .id(id)
                        .body(body)
                        .delay(delay(due))
                        .onDuplicate(onDuplicate)
                        .build()))
                .get(0);
    }

    /** What the database has written, under a revision that is higher than all before it. */
    private Row written(String id, MessageState state, String body, boolean due) {
        long revision = row(id).version().revision();
        Row before = model.database.get(id);
        Stored stored = model.redis.get(id);
        assertThat(revision).isGreaterThan(before == null ? 0 : before.revision());
        assertThat(revision).isGreaterThan(stored == null ? 0 : stored.revision());
        return new Row(revision, state, body, due, true);
    }

    private Row changed(String id, MessageState state, boolean due) {
        return written(id, state, model.database.get(id).body(), due);
    }

    private JournalRow row(String id) {
        return store.find(key(id)).orElseThrow();
    }

    private String body() {
        return "body " + ++bodies;
    }

    private static Duration delay(boolean due) {
        return due ? Duration.ZERO : JournalFixture.LATER;
    }

    private static MessageKey key(String id) {
        return new MessageKey(TOPIC, id);
    }

    @Override
    public void close() {
        parts.close();
    }
}
