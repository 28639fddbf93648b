package org.delay.redisson.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.delay.redisson.redis.QueueModel.Name;
import org.delay.redisson.redis.QueueModel.Policy;
import org.redisson.api.RedissonClient;

/** Calls as they go over the network: to one shard, with the epoch that the client knew when it made them. */
final class Requests {

    /** As scripts take them. */
    static final String CHANNELS = "PUBLISH\nchannel\ncommon";

    /** Of a call that somebody waits for. */
    static final long IN_TIME = Duration.ofDays(80_000).toSeconds() * 1_000_000;

    private final ScriptRunner scripts;
    private final Keys keys;
    private long deadline = IN_TIME;

    Requests(RedissonClient client, Keys keys) {
        this.scripts = new ScriptRunner(client, new QueueTimer());
        this.keys = keys;
    }

    /** Whether those that are made from now on arrive when nobody waits for them any more. */
    void beLate(boolean late) {
        deadline = late ? 1 : IN_TIME;
    }

    boolean areLate() {
        return deadline == 1;
    }

    String send(int epoch, int shard, boolean onlyIfPresent, Policy policy, EncodedMessage send) {
        return policy == Policy.NEW
                ? sendNew(epoch, shard, send)
                : sendAny(epoch, shard, onlyIfPresent, List.of(send), any -> policy);
    }

    /** Messages of one topic; answers their outcomes, separated by spaces. */
    String sendMany(int epoch, int shard, boolean onlyIfPresent, List<EncodedMessage> sends) {
        return sendAny(epoch, shard, onlyIfPresent, sends, EncodedMessage::onDuplicate);
    }

    private String sendNew(int epoch, int shard, EncodedMessage send) {
        String topic = send.topic();
        return outcomes(scripts.run(
                        Script.SCHEDULE_NEW,
                        keys.of(Script.SCHEDULE_NEW, shard, topic),
                        deadline,
                        epoch,
                        topic,
                        CHANNELS,
                        shard,
                        send.id(),
                        send.when(),
                        send.priority(),
                        send.stored())
                .join());
    }

    private String sendAny(
            int epoch,
            int shard,
            boolean onlyIfPresent,
            List<EncodedMessage> sends,
            Function<EncodedMessage, Object> policy) {
        String topic = sends.get(0).topic();
        List<Object> args = new ArrayList<>(List.of(deadline, epoch, topic, CHANNELS, shard, onlyIfPresent ? 1 : 0));
        for (EncodedMessage send : sends) {
            args.addAll(List.of(send.id(), send.when(), send.priority(), policy.apply(send), send.stored()));
        }
        return outcomes(scripts.run(Script.SCHEDULE, keys.of(Script.SCHEDULE, shard, topic), args.toArray())
                .join());
    }

    private static String outcomes(List<Object> answer) {
        if (answer.size() == 2) {
            return (String) answer.get(0);
        }
        return IntStream.range(0, answer.size() / 2 - 1)
                .mapToObj(i -> (String) answer.get(2 + i * 2))
                .collect(Collectors.joining(" "));
    }

    String cancel(int epoch, int shard, Name name) {
        String topic = name.topic();
        return text(Script.CANCEL, keys.of(Script.CANCEL, shard, topic), deadline, epoch, topic, name.id());
    }

    String reschedule(int epoch, int shard, Name name, long delay) {
        String topic = name.topic();
        return text(
                Script.RESCHEDULE,
                keys.of(Script.RESCHEDULE, shard, topic),
                deadline,
                epoch,
                topic,
                CHANNELS,
                shard,
                name.id(),
                delay);
    }

    String redrive(int epoch, int shard, Name name) {
        String topic = name.topic();
        return text(
                Script.REDRIVE,
                keys.of(Script.REDRIVE, shard, topic),
                deadline,
                epoch,
                topic,
                CHANNELS,
                shard,
                name.id());
    }

    String delete(int epoch, int shard, Name name) {
        return text(Script.DELETE, keys.of(Script.DELETE, shard, name.topic()), deadline, epoch, name.id());
    }

    int deleteDead(int shard, String topic, long age) {
        List<Object> answer = scripts.run(
                        Script.DELETE_DEAD, keys.of(Script.DELETE_DEAD, shard, topic), deadline, age, 200)
                .join();
        return answer.get(0).equals("LATE") ? 0 : ((Long) answer.get(2)).intValue();
    }

    void repair(int shard, String topic) {
        scripts.run(Script.REPAIR, keys.of(Script.REPAIR, shard, topic), deadline, topic, CHANNELS, shard, "")
                .join();
    }

    void changeShards(int shards) {
        scripts.run(Script.CHANGE_SHARDS, keys.ofService(Script.CHANGE_SHARDS), deadline, ShardMap.entry(1, shards))
                .join();
    }

    private String text(Script script, List<Object> touched, Object... args) {
        return (String) scripts.run(script, touched, args).join().get(0);
    }
}
