package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.delay.redisson.DelayQueueException.Duplicate;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.redis.Operation.When;
import org.delay.redisson.redis.QueueModel.Batch;
import org.delay.redisson.redis.QueueModel.Dead;
import org.delay.redisson.redis.QueueModel.Live;
import org.delay.redisson.redis.QueueModel.Name;

/** Makes the same calls on a queue and on its model, and compares each answer, and at the end all that is there. */
final class ModelRun {

    private static final int MAX_BYTES = 2 << 20;
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration LONGER = Duration.ofMinutes(10);

    private final DelayQueueMessage queue;
    private final QueueModel model;
    private final Runnable tick;
    private final Map<String, Batch> last = new HashMap<>();
    private final List<Batch> batches = new ArrayList<>();
    private final Map<Batch, Lease> leases = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private int bodies;

    /** @param tick returns when a millisecond has passed on the queue's clock, so that what is due now is due */
    ModelRun(DelayQueueMessage queue, QueueModel model, Runnable tick) {
        this.queue = queue;
        this.model = model;
        this.tick = tick;
    }

    void run(List<Operation> operations) {
        operations.forEach(this::run);
        compare();
    }

    private void run(Operation operation) {
        if (operation instanceof Operation.Send send) {
            send(send);
        } else if (operation instanceof Operation.SendMany many) {
            sendMany(many);
        } else if (operation instanceof Operation.Cancel cancel) {
            assertThat(queue.cancel(cancel.topic(), cancel.id()))
                    .isEqualTo(model.cancel(new Name(cancel.topic(), cancel.id())));
        } else if (operation instanceof Operation.Reschedule reschedule) {
            assertThat(queue.reschedule(reschedule.topic(), reschedule.id(), delay(reschedule.when())))
                    .isEqualTo(model.reschedule(new Name(reschedule.topic(), reschedule.id()), reschedule.when()));
        } else if (operation instanceof Operation.Redrive redrive) {
            assertThat(queue.redrive(redrive.topic(), redrive.id()))
                    .isEqualTo(model.redrive(new Name(redrive.topic(), redrive.id())));
        } else if (operation instanceof Operation.Delete delete) {
            assertThat(queue.delete(delete.topic(), delete.id()))
                    .isEqualTo(model.delete(new Name(delete.topic(), delete.id())));
        } else if (operation instanceof Operation.Claim claim) {
            claim(claim);
        } else if (operation instanceof Operation.ClaimAgain again) {
            claimAgain(again.claimer());
        } else if (operation instanceof Operation.ClaimLate late) {
            claimLate(late);
        } else if (operation instanceof Operation.Settle settle) {
            settle(settle);
        } else if (operation instanceof Operation.ChangeShards change) {
            queue.changeShards(change.shards());
            model.changeShards(change.shards());
            assertThat(queue.shards()).isEqualTo(model.shards());
        } else if (operation instanceof Operation.Mend) {
            queue.mend(Operation.TOPICS);
        } else if (operation instanceof Operation.Pause pause) {
            queue.pause(pause.topic());
            model.paused.add(pause.topic());
            assertThat(queue.paused()).isEqualTo(model.paused);
        } else if (operation instanceof Operation.Resume resume) {
            queue.resume(resume.topic());
            model.paused.remove(resume.topic());
            assertThat(queue.paused()).isEqualTo(model.paused);
        } else if (operation instanceof Operation.Twice twice) {
            run(twice.operation());
            if (twice.operation() instanceof Operation.Claim claim) {
                claimAgain(claim.claimer());
            } else {
                run(twice.operation());
            }
        }
    }

    private void send(Operation.Send send) {
        Name name = new Name(send.topic(), send.id());
        OutgoingMessage message = message(send);
        boolean rejected = send.policy() == OnDuplicate.REJECT && model.live.containsKey(name);
        try {
            Receipt receipt = queue.schedule(List.of(message)).get(0);
            assertThat(rejected).as("whether it is a duplicate").isFalse();
            assertThat(receipt.outcome()).isEqualTo(model(send, message));
        } catch (Duplicate e) {
            assertThat(rejected).as("whether it is a duplicate").isTrue();
        }
    }

    private void sendMany(Operation.SendMany many) {
        Map<Name, Operation.Send> distinct = new LinkedHashMap<>();
        for (Operation.Send send : many.messages()) {
            Name name = new Name(send.topic(), send.id());
            if (send.policy() != OnDuplicate.REJECT || !model.live.containsKey(name)) {
                distinct.putIfAbsent(name, send);
            }
        }
        Map<Operation.Send, OutgoingMessage> messages = new LinkedHashMap<>();
        distinct.values().forEach(send -> messages.put(send, message(send)));

        List<Receipt> receipts = queue.schedule(messages.values());

        assertThat(receipts.stream().map(Receipt::outcome))
                .isEqualTo(messages.entrySet().stream()
                        .map(each -> model(each.getKey(), each.getValue()))
                        .toList());
    }

    private OutgoingMessage message(Operation.Send send) {
        return OutgoingMessage.to(send.topic())
                .id(send.id())
                .body("body " + bodies++)
                .priority(send.priority())
                .delay(delay(send.when()))
                .onDuplicate(send.policy())
                .build();
    }

    private Receipt.Outcome model(Operation.Send send, OutgoingMessage message) {
        return model.send(
                new Name(send.topic(), send.id()),
                send.policy(),
                send.when(),
                send.priority(),
                String.valueOf(message.body()));
    }

    private void claim(Operation.Claim claim) {
        tick.run();
        int shard = claim.shard() % model.shards();
        long number = numbers.merge(claim.claimer(), 2L, Long::sum);
        Map<String, Live> claimable = model.claimable(shard, claim.topic());

        Claim answer = queue.claim(new ClaimRequest(
                shard,
                claim.topic(),
                claim.claimer(),
                number,
                delay(claim.leaseEnds(), LONG),
                claim.limit(),
                MAX_BYTES));

        assertThat(answer.stale()).isFalse();
        List<String> ids = Steps.ids(answer);
        model.checkChoice(claimable, ids, claim.limit());
        Batch batch = new Batch(claim.claimer(), shard, claim.topic(), number, claim.leaseEnds(), Set.copyOf(ids));
        model.claimed(batch);
        answer.messages().forEach(message -> assertSame(claim.topic(), message));
        if (ids.size() < claimable.size()) {
            assertThat(answer.look().due()).as("what is to be claimed next").contains(claim.topic());
        }
        last.put(claim.claimer(), batch);
        batches.add(batch);
        leases.put(batch, answer.lease());
    }

    private void assertSame(String topic, Claimed claimed) {
        Live expected = model.live.get(new Name(topic, claimed.message().id()));
        assertThat(claimed.message().body()).isEqualTo(expected.body);
        assertThat(claimed.message().priority()).isEqualTo(expected.priority);
        assertThat(claimed.failures()).isEqualTo(expected.failures);
        assertThat(claimed.expiries()).isEqualTo(expected.expiries);
        assertThat(claimed.message().attempt()).isEqualTo(1 + expected.failures + expected.expiries);
    }

    private void claimAgain(String claimer) {
        Batch batch = last.get(claimer);
        if (batch == null) {
            return;
        }
        tick.run();
        Claim answer = queue.claim(new ClaimRequest(
                batch.shard(), batch.topic(), claimer, batch.number(), delay(batch.leaseEnds(), LONG), 200, MAX_BYTES));

        assertThat(answer.stale()).isFalse();
        assertThat(Steps.ids(answer)).containsExactlyInAnyOrderElementsOf(model.standing(batch));
        assertThat(answer.lease()).isEqualTo(leases.get(batch));
        answer.messages().forEach(message -> assertSame(batch.topic(), message));
    }

    private void claimLate(Operation.ClaimLate late) {
        Batch batch = last.get(late.claimer());
        if (batch == null) {
            return;
        }
        Claim answer = queue.claim(new ClaimRequest(
                batch.shard(), late.topic(), late.claimer(), batch.number() - 1, LONG, 200, MAX_BYTES));

        assertThat(answer.stale()).isTrue();
        assertThat(answer.messages()).isEmpty();
    }

    private void settle(Operation.Settle settle) {
        if (batches.size() <= settle.claim()) {
            return;
        }
        Batch batch = batches.get(batches.size() - 1 - settle.claim());
        Lease lease = leases.get(batch);
        Set<String> ids = settle.ids();
        Duration delay = delay(settle.when());

        Set<String> lost = switch (settle.how()) {
            case ACK -> queue.ack(lease, ids);
            case RENEW -> queue.renew(lease, ids, delay(settle.when(), LONGER));
            case HAND_BACK -> queue.handBack(lease, ids, delay, settle.mayStillArrive());
            case BURY ->
                queue.bury(lease, ids.stream().collect(Collectors.toMap(Function.identity(), id -> "no use")))
                        .lost();
            case RETRY ->
                queue.retry(
                        lease,
                        ids.stream()
                                .map(id -> new Retry(id, delay, settle.mayStillArrive()))
                                .toList());
        };

        assertThat(lost)
                .containsExactlyInAnyOrderElementsOf(
                        model.settle(batch, ids, settle.how(), settle.when(), settle.mayStillArrive()));
    }

    private static Duration delay(When when) {
        return delay(when, Steps.LATER);
    }

    private static Duration delay(When when, Duration later) {
        return when == When.NOW ? Duration.ZERO : later;
    }

    private void compare() {
        for (String topic : Operation.TOPICS) {
            Map<State, Set<String>> expected = new HashMap<>();
            for (State state : State.values()) {
                expected.put(state, new HashSet<>());
            }
            model.live.forEach((name, message) -> {
                if (name.topic().equals(topic)) {
                    expected.get(message.leased() ? State.LEASED : State.DUE).add(name.id());
                }
            });
            long dead = model.graves.values().stream()
                    .flatMap(graves -> graves.keySet().stream())
                    .filter(name -> name.topic().equals(topic))
                    .peek(name -> expected.get(State.DEAD).add(name.id()))
                    .count();
            for (State state : State.values()) {
                assertThat(listed(topic, state)).as(state + " of " + topic).isEqualTo(expected.get(state));
            }
            Counts counts = queue.counts(topic);
            assertThat(List.of(counts.due(), counts.leased(), counts.dead()))
                    .as("counts of " + topic)
                    .containsExactly(
                            (long) expected.get(State.DUE).size(),
                            (long) expected.get(State.LEASED).size(),
                            dead);
            for (String id : Operation.IDS) {
                compare(new Name(topic, id));
            }
        }
    }

    private Set<String> listed(String topic, State state) {
        return queue.list(topic, state, null, 1_000).messages().stream()
                .map(stored -> stored.message().id())
                .collect(Collectors.toSet());
    }

    private void compare(Name name) {
        Optional<StoredMessage> found = queue.find(name.topic(), name.id());
        Live live = model.live.get(name);
        Optional<Dead> dead = model.dead(name);
        assertThat(found.isPresent()).as("whether " + name + " is there").isEqualTo(live != null || dead.isPresent());
        if (live != null) {
            StoredMessage stored = found.orElseThrow();
            assertThat(stored.state()).isEqualTo(live.leased() ? State.LEASED : State.DUE);
            assertThat(stored.message().body()).isEqualTo(live.body);
            assertThat(stored.message().priority()).isEqualTo(live.priority);
            assertThat(stored.failures()).isEqualTo(live.failures);
            assertThat(stored.expiries()).isEqualTo(live.expiries);
        } else if (dead.isPresent()) {
            StoredMessage stored = found.orElseThrow();
            assertThat(stored.state()).isEqualTo(State.DEAD);
            assertThat(stored.message().body()).isEqualTo(dead.get().body());
            assertThat(stored.failures()).isEqualTo(dead.get().failures());
            assertThat(stored.expiries()).isEqualTo(dead.get().expiries());
        }
    }
}
