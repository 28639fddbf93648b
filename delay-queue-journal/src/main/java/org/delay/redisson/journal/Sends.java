package org.delay.redisson.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueException.Duplicate;
import org.delay.redisson.DelayQueueException.NotRecorded;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueException.PartlySent;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.RevisionedMessage;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.Recorded;
import org.delay.redisson.journal.store.Relayed;

/** Sends: recorded first, then told to Redis, by this thread if it is in no transaction. Thread-safe. */
@Slf4j
@RequiredArgsConstructor
final class Sends {

    private static final int SENDS_OF_A_TURN = 50;

    private final SendRecorder recorder;
    private final RevisionedStore redis;
    private final RelaySignals relay;
    private final Limits limits;
    private final Bypass bypass;
    private final SharedTurns<Order, Supplier<Receipt>> turns = new SharedTurns<>(SENDS_OF_A_TURN, this::sendTogether);

    /** Checks how many messages a call has. */
    void checkBulk(int messages) {
        limits.checkBulk(messages);
    }

    List<Receipt> send(Collection<OutgoingMessage> messages) {
        checkBulk(messages.size());
        List<Order> orders = messages.stream()
                .map(message -> new Order(message, redis.prepare(Checks.given("message", message))))
                .toList();
        if (orders.isEmpty()) {
            return List.of();
        }
        if (recorder.joinsTransaction()) {
            List<Recorded> recorded = recorder.join(orders);
            relay.changedInTransaction(orders.stream().map(Order::key).toList());
            return receipts(
                    orders,
                    recorded,
                    recorded.stream()
                            .map(one -> receipt(one, one.dueAt(), Outcome.RECORDED))
                            .toList());
        }
        if (bypass.isNeeded()) {
            return bypass.send(messages);
        }
        List<Receipt> receipts;
        try {
            receipts = mayShare(orders) ? List.of(turns.ask(orders.get(0)).get()) : sendNow(orders);
        } catch (NotRecorded e) {
            if (bypass.isAllowedAfter(e)) {
                return bypass.send(messages);
            }
            throw e;
        }
        bypass.recorded();
        return receipts;
    }

    private boolean mayShare(List<Order> orders) {
        return orders.size() == 1 && orders.get(0).isSmallAndNew() && recorder.mayRecordAtOnce();
    }

    /** Sends of several threads, each with its own answer. What it throws is thrown before anything was changed. */
    private List<Supplier<Receipt>> sendTogether(List<Order> orders) {
        try {
            return sendNow(orders).stream()
                    .<Supplier<Receipt>>map(receipt -> () -> receipt)
                    .toList();
        } catch (OutcomeUnknown e) {
            return failures(orders, (topic, ids) -> new OutcomeUnknown(topic, ids, cause(e)));
        } catch (NotRecorded e) {
            if (Thread.currentThread().isInterrupted() || !Bypass.isOutage(e.getCause())) {
                throw e;
            }
            return failures(orders, (topic, ids) -> new NotRecorded(topic, ids, cause(e)));
        }
    }

    private static Throwable cause(DelayQueueException e) {
        return Objects.requireNonNullElse(e.getCause(), e);
    }

    private static List<Supplier<Receipt>> failures(
            List<Order> orders, BiFunction<String, List<String>, DelayQueueException> failure) {
        return orders.stream()
                .<Supplier<Receipt>>map(order -> () -> {
                    throw failure.apply(order.key().topic(), List.of(order.key().id()));
                })
                .toList();
    }

    private List<Receipt> sendNow(List<Order> orders) {
        List<Recorded> recorded = recorder.own(orders);
        return receipts(orders, recorded, tell(orders, recorded));
    }

    /** All is committed, so nothing that happens here fails the send. */
    private List<Receipt> tell(List<Order> orders, List<Recorded> recorded) {
        Map<MessageKey, RevisionedStore.Relayed> answers = relay.isRedisAway() ? Map.of() : answers(orders, recorded);
        List<Receipt> receipts = new ArrayList<>(orders.size());
        Set<MessageKey> before = new HashSet<>();
        for (Recorded one : recorded) {
            RevisionedStore.Relayed answer = answers.get(one.key());
            if (!one.written() || answer == null || answer.outcome() == RevisionedStore.Relayed.Outcome.FAILED) {
                if (one.written()) {
                    relay.failed(one.key());
                }
                receipts.add(receipt(one, one.dueAt(), Outcome.RECORDED));
            } else {
                relay.told(new Relayed(
                        new MessageRevision(one.key(), one.revision()), new Placement(answer.shard(), answer.mark())));
                receipts.add(receipt(
                        one,
                        Objects.requireNonNullElse(answer.dueTime(), one.dueAt()),
                        before.add(one.key()) ? outcome(one, answer) : Outcome.REPLACED));
            }
        }
        return receipts;
    }

    private static Receipt receipt(Recorded recorded, Instant dueAt, Outcome outcome) {
        return new Receipt(recorded.key().topic(), recorded.key().id(), dueAt, outcome);
    }

    /** By message, since of several sends of one id only the last counts. */
    private Map<MessageKey, RevisionedStore.Relayed> answers(List<Order> orders, List<Recorded> recorded) {
        Map<MessageKey, RevisionedMessage> written = new LinkedHashMap<>();
        for (int i = 0; i < orders.size(); i++) {
            if (recorded.get(i).written()) {
                written.put(
                        orders.get(i).key(),
                        orders.get(i).prepared().at(recorded.get(i).revision()));
            }
        }
        Map<MessageKey, RevisionedStore.Relayed> answers = new HashMap<>();
        try {
            Iterator<RevisionedStore.Relayed> each =
                    redis.relay(List.copyOf(written.values())).iterator();
            written.keySet().forEach(key -> answers.put(key, each.next()));
        } catch (RuntimeException e) {
            log.debug("Messages are recorded, and Redis is told of them later", e);
        }
        return answers;
    }

    /** Kept is a later send, or this one if the relay was faster. What it replaced is not known then. */
    private static Outcome outcome(Recorded sent, RevisionedStore.Relayed told) {
        return switch (told.outcome()) {
            case REPLACED -> Outcome.REPLACED;
            case REPLACED_IN_FLIGHT -> Outcome.REPLACED_IN_FLIGHT;
            case KEPT -> told.revision() > sent.revision() ? Outcome.REPLACED : Outcome.RECORDED;
            default -> Outcome.SCHEDULED;
        };
    }

    private static List<Receipt> receipts(List<Order> orders, List<Recorded> recorded, List<Receipt> told) {
        List<Receipt> receipts = new ArrayList<>(orders.size());
        List<DelayQueueException> failures = new ArrayList<>();
        for (int i = 0; i < orders.size(); i++) {
            Recorded one = recorded.get(i);
            MessageKey key = one.key();
            if (one.written()) {
                receipts.add(told.get(i));
            } else if (orders.get(i).message().onDuplicate() == OnDuplicate.REJECT) {
                failures.add(new Duplicate(key.topic(), List.of(key.id())));
            } else {
                receipts.add(receipt(one, one.dueAt(), Outcome.KEPT));
            }
        }
        if (failures.isEmpty()) {
            return receipts;
        }
        throw orders.size() == 1 ? failures.get(0) : new PartlySent(receipts, failures);
    }
}
