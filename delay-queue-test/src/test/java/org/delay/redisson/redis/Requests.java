package org.delay.redisson.redis;

import java.util.List;
import org.delay.redisson.redis.QueueModel.Name;
import org.delay.redisson.redis.QueueModel.Policy;
import org.redisson.api.RedissonClient;

/** Calls as they go over the network: to one shard, with the epoch that the client knew when it made them. */
record Requests(ScriptRunner scripts, Keys keys) {

    Requests(RedissonClient client, Keys keys) {
        this(new ScriptRunner(client), keys);
    }

    String send(int epoch, int shard, boolean onlyIfPresent, Policy policy, Send send) {
        return policy == Policy.NEW ? sendNew(epoch, shard, send) : sendAny(epoch, shard, onlyIfPresent, policy, send);
    }

    private String sendNew(int epoch, int shard, Send send) {
        String topic = send.topic();
        return outcome(scripts.run(
                        Script.SCHEDULE_NEW,
                        List.of(
                                keys.wake(shard),
                                keys.due(shard, topic),
                                keys.body(shard, topic),
                                keys.meta(shard),
                                keys.paused(shard)),
                        epoch,
                        topic,
                        "channel",
                        shard,
                        send.id(),
                        send.when(),
                        send.priority(),
                        send.stored())
                .join());
    }

    private String sendAny(int epoch, int shard, boolean onlyIfPresent, Policy policy, Send send) {
        String topic = send.topic();
        return outcome(scripts.run(
                        Script.SCHEDULE,
                        List.of(
                                keys.wake(shard),
                                keys.due(shard, topic),
                                keys.leased(shard, topic),
                                keys.held(shard, topic),
                                keys.body(shard, topic),
                                keys.meta(shard),
                                keys.paused(shard)),
                        epoch,
                        topic,
                        "channel",
                        shard,
                        onlyIfPresent ? 1 : 0,
                        send.id(),
                        send.when(),
                        send.priority(),
                        policy,
                        send.stored())
                .join());
    }

    private static String outcome(List<Object> answer) {
        return (String) answer.get(answer.size() == 1 ? 0 : 1);
    }

    String cancel(int epoch, int shard, Name name) {
        String topic = name.topic();
        return text(
                Script.CANCEL,
                List.of(
                        keys.wake(shard),
                        keys.due(shard, topic),
                        keys.leased(shard, topic),
                        keys.held(shard, topic),
                        keys.body(shard, topic),
                        keys.meta(shard)),
                epoch,
                topic,
                name.id());
    }

    String reschedule(int epoch, int shard, Name name, long delay) {
        String topic = name.topic();
        return text(
                Script.RESCHEDULE,
                List.of(
                        keys.wake(shard),
                        keys.due(shard, topic),
                        keys.leased(shard, topic),
                        keys.held(shard, topic),
                        keys.meta(shard)),
                epoch,
                topic,
                "channel",
                shard,
                name.id(),
                delay);
    }

    String redrive(int epoch, int shard, Name name) {
        String topic = name.topic();
        return text(
                Script.REDRIVE,
                List.of(
                        keys.wake(shard),
                        keys.due(shard, topic),
                        keys.leased(shard, topic),
                        keys.held(shard, topic),
                        keys.body(shard, topic),
                        keys.dead(shard, topic),
                        keys.grave(shard, topic),
                        keys.meta(shard)),
                epoch,
                topic,
                "channel",
                shard,
                name.id());
    }

    String delete(int epoch, int shard, Name name) {
        String topic = name.topic();
        return text(
                Script.DELETE,
                List.of(keys.dead(shard, topic), keys.grave(shard, topic), keys.meta(shard)),
                epoch,
                name.id());
    }

    void changeShards(int shards) {
        scripts.run(Script.CHANGE_SHARDS, List.of(keys.layout()), shards).join();
    }

    private String text(Script script, List<Object> touched, Object... args) {
        return scripts.runForText(script, touched, args).join();
    }
}
