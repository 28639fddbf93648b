package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.redis.Operation.When;
import org.delay.redisson.redis.QueueModel.Name;
import org.delay.redisson.redis.QueueModel.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Calls that may reach Redis at any time, one shard each: the answers are compared with the model's.
 *
 * @param requests null where no call is late
 */
record ShardCalls(@Nullable Requests requests, QueueModel model) {

    /** What a call to one shard comes to. */
    interface InShard {

        Runnable at(int epoch, int shard);
    }

    /** A message of a bulk send, and when it is due. */
    record Part(OutgoingMessage message, When when) {

        private EncodedMessage send() {
            return Steps.encoded(message);
        }
    }

    InShard cancelling(Name name) {
        return (epoch, shard) -> () -> assertAnswer(
                requests.cancel(epoch, shard, name),
                epoch,
                () -> model.cancelIn(shard, name).name());
    }

    InShard rescheduling(Name name, When when) {
        return (epoch, shard) -> () -> assertAnswer(
                requests.reschedule(epoch, shard, name, ModelRun.delay(when).toMillis()),
                epoch,
                () -> model.rescheduleIn(shard, name, when).name());
    }

    InShard redriving(Name name) {
        return (epoch, shard) -> () -> assertAnswer(
                requests.redrive(epoch, shard, name),
                epoch,
                () -> model.redriveIn(shard, name).name());
    }

    InShard deleting(Name name) {
        return (epoch, shard) -> () -> assertAnswer(
                requests.delete(epoch, shard, name),
                epoch,
                () -> model.deleteIn(shard, name).name());
    }

    InShard sending(OutgoingMessage message, Policy policy, When when) {
        EncodedMessage send = Steps.encoded(message);
        Name name = new Name(send.topic(), send.id());
        List<Integer> homes = model.homes(name.id());
        return (epoch, shard) -> {
            boolean onlyIfPresent = shard != QueueModel.last(homes);
            return () -> assertAnswer(
                    requests.send(epoch, shard, onlyIfPresent, policy, send),
                    epoch,
                    () -> model.sendTo(
                            shard, onlyIfPresent, name, policy, when, send.priority(), (String) message.body()));
        };
    }

    /** Messages of one topic, with ids that differ. */
    InShard sendingMany(List<Part> parts, boolean onlyIfPresent) {
        List<EncodedMessage> sends = parts.stream().map(Part::send).toList();
        return (epoch, shard) -> () -> assertAnswer(
                requests.sendMany(epoch, shard, onlyIfPresent, sends),
                epoch,
                () -> parts.stream()
                        .map(part -> sendTo(shard, onlyIfPresent, part))
                        .collect(Collectors.joining(" ")));
    }

    private String sendTo(int shard, boolean onlyIfPresent, Part part) {
        EncodedMessage send = part.send();
        return model.sendTo(
                shard,
                onlyIfPresent,
                new Name(send.topic(), send.id()),
                Policy.valueOf(send.onDuplicate().name()),
                part.when(),
                send.priority(),
                (String) part.message().body());
    }

    /** Knows no shard map: what is dead when it arrives is deleted. */
    InShard deletingDead(String topic, When age) {
        return (epoch, shard) -> () -> assertThat(
                        requests.deleteDead(shard, topic, ModelRun.delay(age).toMillis()))
                .isEqualTo(requests.areLate() ? 0 : model.deleteDeadIn(shard, topic, age));
    }

    /** Knows no shard map, and leaves pauses as they are. */
    InShard repairing(String topic) {
        return (epoch, shard) -> () -> {
            requests.repair(shard, topic);
            if (!requests.areLate()) {
                model.repairIn(shard, topic);
            }
        };
    }

    /** Nobody has told the shards yet. */
    void writeShards(int shards) {
        requests.changeShards(shards);
        if (!requests.areLate()) {
            model.writeShards(shards);
        }
    }

    /** The call arrives, perhaps when nobody waits for it any more: then it does nothing. */
    void arrive(Runnable call, boolean late) {
        requests.beLate(late);
        call.run();
        requests.beLate(false);
    }

    /** A shard that has been told of another shard map does nothing. */
    private void assertAnswer(String answer, int epoch, Supplier<String> ofModel) {
        if (requests.areLate()) {
            assertThat(answer).isEqualTo("LATE");
        } else {
            assertThat(answer).isEqualTo(epoch == model.epoch() ? ofModel.get() : StaleShardMap.ANSWER);
        }
    }
}
