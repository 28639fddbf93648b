package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.delay.redisson.DelayQueueException.Duplicate;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.redis.Operation.When;
import org.delay.redisson.redis.QueueModel.Name;
import org.delay.redisson.redis.QueueModel.Policy;
import org.delay.redisson.redis.ShardCalls.Part;
import org.jspecify.annotations.Nullable;

/** Makes the same calls on a queue and on its model, and compares each answer, and at the end all that is there. */
final class ModelRun {

    private final DelayQueueMessage queue;
    private final QueueModel model;
    private final Runnable tick;
    private final ShardCalls shardCalls;
    private final ModelClaims claims;
    private final List<Runnable> calls = new ArrayList<>();
    private final Set<Name> used = new HashSet<>();
    private int bodies;

    /** What the messages of one call have in common. */
    private record Lane(String topic, int shard, boolean onlyIfPresent) {}

    /**
     * @param tick returns when a millisecond has passed on the queue's clock, so that what is due now is due
     * @param requests for calls that are late, or null where there are none
     */
    ModelRun(DelayQueueMessage queue, QueueModel model, Runnable tick, @Nullable Requests requests) {
        this.queue = queue;
        this.model = model;
        this.tick = tick;
        this.shardCalls = new ShardCalls(requests, model);
        this.claims = new ModelClaims(queue, model, tick);
    }

    void run(List<Operation> operations) {
        assertThat(queue.shards()).isEqualTo(model.shards());
        operations.forEach(this::run);
        model.reload();
        model.all().forEach(this::look);
        new ModelComparison(queue, model).compare();
    }

    private void run(Operation operation) {
        if (operation instanceof Operation.Send send) {
            send(send);
        } else if (operation instanceof Operation.SendMany many) {
            sendMany(many);
        } else if (operation instanceof Operation.SendRepeated repeated) {
            sendRepeated(repeated);
        } else if (operation instanceof Operation.Cancel cancel) {
            Name name = new Name(cancel.topic(), cancel.id());
            remember(model.homesUntilLive(name), shardCalls.cancelling(name));
            assertThat(queue.cancel(cancel.topic(), cancel.id())).isEqualTo(model.cancel(name));
        } else if (operation instanceof Operation.Reschedule reschedule) {
            Name name = new Name(reschedule.topic(), reschedule.id());
            remember(model.homesUntilLive(name), shardCalls.rescheduling(name, reschedule.when()));
            assertThat(queue.reschedule(reschedule.topic(), reschedule.id(), delay(reschedule.when())))
                    .isEqualTo(model.reschedule(name, reschedule.when()));
        } else if (operation instanceof Operation.Redrive redrive) {
            Name name = new Name(redrive.topic(), redrive.id());
            if (model.live(name).isEmpty()) {
                remember(model.homesUntilDead(name), shardCalls.redriving(name));
            }
            assertThat(queue.redrive(redrive.topic(), redrive.id())).isEqualTo(model.redrive(name));
        } else if (operation instanceof Operation.Delete delete) {
            Name name = new Name(delete.topic(), delete.id());
            remember(model.homesUntilDead(name), shardCalls.deleting(name));
            assertThat(queue.delete(delete.topic(), delete.id())).isEqualTo(model.delete(name));
        } else if (operation instanceof Operation.DeleteDead delete) {
            model.reload();
            remember(model.all(), shardCalls.deletingDead(delete.topic(), delete.age()));
            assertThat(queue.deleteDead(delete.topic(), delay(delete.age())))
                    .isEqualTo(model.deleteDead(delete.topic(), delete.age()));
        } else if (operation instanceof Operation.Claim claim) {
            Runnable claiming = claims.claiming(claim);
            calls.add(claiming);
            claiming.run();
        } else if (operation instanceof Operation.ClaimAgain again) {
            claims.claimAgain(again.claimer());
        } else if (operation instanceof Operation.ClaimLate late) {
            claims.claimLate(late);
        } else if (operation instanceof Operation.Settle settle) {
            Runnable settling = claims.settling(settle);
            calls.add(settling);
            settling.run();
        } else if (operation instanceof Operation.ShardState state) {
            look(state.shard() % model.shards());
        } else if (operation instanceof Operation.Defer || operation instanceof Operation.DeferIfLeft) {
            Runnable deferring = deferring(operation);
            calls.add(deferring);
            deferring.run();
        } else if (operation instanceof Operation.ChangeShards change) {
            calls.add(() -> shardCalls.writeShards(change.shards()));
            queue.changeShards(change.shards());
            model.changeShards(change.shards());
            assertThat(queue.shards()).isEqualTo(model.shards());
        } else if (operation instanceof Operation.Mend) {
            model.reload();
            repair();
            queue.repair(Operation.TOPICS);
            Operation.TOPICS.forEach(model::repair);
        } else if (operation instanceof Operation.Pause pause) {
            queue.pause(pause.topic());
            model.pause(pause.topic());
            model.reload();
            assertThat(queue.paused()).isEqualTo(model.paused);
        } else if (operation instanceof Operation.Resume resume) {
            queue.resume(resume.topic());
            model.resume(resume.topic());
            model.reload();
            assertThat(queue.paused()).isEqualTo(model.paused);
        } else if (operation instanceof Operation.Twice twice) {
            run(twice.operation());
            if (twice.operation() instanceof Operation.Claim claim) {
                claims.claimAgain(claim.claimer());
            } else {
                run(twice.operation());
            }
        } else if (operation instanceof Operation.Stray stray) {
            stray(stray.operation());
        } else if (operation instanceof Operation.Arrive arrive) {
            arrive(arrive);
        }
    }

    /** Of a call that asks several shards only the first question is on its way. */
    private void stray(Operation operation) {
        if (operation instanceof Operation.Send send) {
            Name name = new Name(send.topic(), send.id());
            used.add(name);
            remember(first(model.homes(name.id())), shardCalls.sending(message(send), policy(send), send.when()));
        } else if (operation instanceof Operation.SendMany many) {
            rememberMany(messages(many, any -> true), name -> first(model.homes(name.id())));
        } else if (operation instanceof Operation.Cancel cancel) {
            remember(first(model.homes(cancel.id())), shardCalls.cancelling(new Name(cancel.topic(), cancel.id())));
        } else if (operation instanceof Operation.Reschedule reschedule) {
            remember(
                    first(model.homes(reschedule.id())),
                    shardCalls.rescheduling(new Name(reschedule.topic(), reschedule.id()), reschedule.when()));
        } else if (operation instanceof Operation.Redrive redrive) {
            remember(first(model.homes(redrive.id())), shardCalls.redriving(new Name(redrive.topic(), redrive.id())));
        } else if (operation instanceof Operation.Delete delete) {
            remember(first(model.homes(delete.id())), shardCalls.deleting(new Name(delete.topic(), delete.id())));
        } else if (operation instanceof Operation.DeleteDead delete) {
            remember(first(model.all()), shardCalls.deletingDead(delete.topic(), delete.age()));
        } else if (operation instanceof Operation.Claim claim) {
            calls.add(claims.claiming(claim));
        } else if (operation instanceof Operation.Settle settle) {
            calls.add(claims.settling(settle));
        } else if (operation instanceof Operation.Defer || operation instanceof Operation.DeferIfLeft) {
            calls.add(deferring(operation));
        } else if (operation instanceof Operation.Mend) {
            repair();
        } else if (operation instanceof Operation.ChangeShards change) {
            calls.add(() -> shardCalls.writeShards(change.shards()));
        }
    }

    private static List<Integer> first(List<Integer> homes) {
        return homes.subList(0, 1);
    }

    private void arrive(Operation.Arrive arrive) {
        if (arrive.call() < calls.size()) {
            shardCalls.arrive(calls.get(calls.size() - 1 - arrive.call()), arrive.late());
        }
    }

    /** What a call asks shards, one after the other. */
    private void remember(List<Integer> shards, ShardCalls.InShard call) {
        for (int shard : shards) {
            calls.add(call.at(model.epoch(), shard));
        }
    }

    private void sendRepeated(Operation.SendRepeated repeated) {
        Name name = new Name(repeated.topic(), Operation.GENERATED);
        if (!used.add(name)) {
            return;
        }
        Operation.Send send =
                new Operation.Send(repeated.topic(), name.id(), OnDuplicate.KEEP, repeated.when(), repeated.priority());
        OutgoingMessage message = message(send);
        remember(
                List.of(QueueModel.last(model.homes(name.id()))), shardCalls.sending(message, Policy.NEW, send.when()));
        if (!repeated.stray()) {
            arrive(new Operation.Arrive(0, false));
        }
        int before = calls.size();
        remember(model.homesUntilLive(name), shardCalls.sending(message, Policy.REPEAT, send.when()));
        List.copyOf(calls.subList(before, calls.size())).forEach(Runnable::run);
    }

    private static Policy policy(Operation.Send send) {
        return Policy.valueOf(send.policy().name());
    }

    private void send(Operation.Send send) {
        Name name = new Name(send.topic(), send.id());
        OutgoingMessage message = message(send);
        used.add(name);
        remember(model.homesUntilLive(name), shardCalls.sending(message, policy(send), send.when()));
        boolean rejected =
                send.policy() == OnDuplicate.REJECT && model.live(name).isPresent();
        try {
            Receipt receipt = queue.schedule(List.of(message)).get(0);
            assertThat(rejected).as("whether it is a duplicate").isFalse();
            assertThat(receipt.outcome()).isEqualTo(model(send, message));
        } catch (Duplicate e) {
            assertThat(rejected).as("whether it is a duplicate").isTrue();
        }
    }

    private void sendMany(Operation.SendMany many) {
        Map<Operation.Send, OutgoingMessage> messages = messages(
                many,
                send -> send.policy() != OnDuplicate.REJECT
                        || model.live(new Name(send.topic(), send.id())).isEmpty());
        rememberMany(messages, model::homesUntilLive);

        List<Receipt> receipts = queue.schedule(messages.values());

        assertThat(receipts.stream().map(Receipt::outcome))
                .isEqualTo(messages.entrySet().stream()
                        .map(each -> model(each.getKey(), each.getValue()))
                        .toList());
    }

    /** The first of each name that is wanted. */
    private Map<Operation.Send, OutgoingMessage> messages(Operation.SendMany many, Predicate<Operation.Send> wanted) {
        Map<Name, Operation.Send> distinct = new LinkedHashMap<>();
        for (Operation.Send send : many.messages()) {
            Name name = new Name(send.topic(), send.id());
            used.add(name);
            if (wanted.test(send)) {
                distinct.putIfAbsent(name, send);
            }
        }
        Map<Operation.Send, OutgoingMessage> messages = new LinkedHashMap<>();
        distinct.values().forEach(send -> messages.put(send, message(send)));
        return messages;
    }

    /** What is asked for each topic: a call to each shard. */
    private void rememberMany(Map<Operation.Send, OutgoingMessage> messages, Function<Name, List<Integer>> asked) {
        Map<Lane, List<Part>> lanes = new LinkedHashMap<>();
        messages.forEach((send, message) -> {
            Part part = new Part(message, send.when());
            int current = QueueModel.last(model.homes(send.id()));
            for (int shard : asked.apply(new Name(send.topic(), send.id()))) {
                lanes.computeIfAbsent(new Lane(send.topic(), shard, shard != current), none -> new ArrayList<>())
                        .add(part);
            }
        });
        lanes.forEach(
                (lane, parts) -> remember(List.of(lane.shard()), shardCalls.sendingMany(parts, lane.onlyIfPresent())));
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
                policy(send),
                send.when(),
                send.priority(),
                String.valueOf(message.body()));
    }

    static Duration delay(When when) {
        return delay(when, Steps.LATER);
    }

    static Duration delay(When when, Duration later) {
        return when == When.NOW ? Duration.ZERO : later;
    }

    private Runnable deferring(Operation operation) {
        if (operation instanceof Operation.Defer defer) {
            int shard = defer.shard() % model.shards();
            return () -> {
                queue.defer(shard, defer.topic(), delay(defer.until()));
                model.defer(shard, defer.topic(), defer.until());
            };
        }
        Operation.DeferIfLeft left = (Operation.DeferIfLeft) operation;
        int shard = left.shard() % model.shards();
        return () -> deferIfUnclaimed(shard, left);
    }

    private void deferIfUnclaimed(int shard, Operation.DeferIfLeft left) {
        tick.run();
        Optional<Boolean> expected =
                left.left() == When.LATER ? Optional.of(false) : model.isLookedAt(shard, left.topic());

        boolean off = queue.deferIfUnclaimed(shard, left.topic(), delay(left.left()), delay(left.until()));

        assertThat(off).as("whether " + left.topic() + " is put off").isEqualTo(expected.orElse(off));
        if (off) {
            model.defer(shard, left.topic(), left.until());
        }
    }

    private void look(int shard) {
        tick.run();
        List<String> due = queue.poll(shard).due();
        for (String topic : Operation.TOPICS) {
            boolean looked = due.contains(topic);
            assertThat(looked)
                    .as("whether " + topic + " is looked at")
                    .isEqualTo(model.isLookedAt(shard, topic).orElse(looked));
        }
    }

    /** The shards are asked at once. */
    private void repair() {
        Operation.TOPICS.forEach(topic -> remember(model.all(), shardCalls.repairing(topic)));
    }
}
