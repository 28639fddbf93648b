package org.delay.redisson.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.Burial;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.DispatchOperations.ShardState;
import org.jspecify.annotations.Nullable;

/** Claims and settlements. */
final class ClaimCommands {

    /** How many values of the answer stand for one claimed message. */
    private static final int CLAIMED_WIDTH = 6;

    private final ScriptRunner scripts;
    private final RedisClocks clocks;
    private final Keys keys;
    private final String channel;

    ClaimCommands(ScriptRunner scripts, RedisClocks clocks, Keys keys, String channel) {
        this.scripts = scripts;
        this.clocks = clocks;
        this.keys = keys;
        this.channel = channel;
    }

    ShardState poll(int shard) {
        long asked = System.nanoTime();
        ShardState state = poll(run(Script.POLL, "", List.of(), List.of(keys.wake(shard))), 0);
        clocks.ofShard(shard).told(state.now(), asked, System.nanoTime());
        return state;
    }

    Claim claim(ClaimRequest request) {
        int shard = request.shard();
        String topic = request.topic();
        String token = request.claimer() + ":" + request.number();
        long asked = System.nanoTime();
        List<Object> answer = run(
                Script.CLAIM,
                topic,
                List.of(),
                List.of(
                        keys.wake(shard),
                        keys.due(shard, topic),
                        keys.leased(shard, topic),
                        keys.held(shard, topic),
                        keys.body(shard, topic),
                        keys.claim(shard, request.claimer()),
                        keys.paused(shard)),
                topic,
                request.number(),
                token,
                Milliseconds.roundedUp(request.lease()),
                request.limit(),
                request.bytes());
        ShardState state = poll(answer, 1);
        clocks.ofShard(shard).told(state.now(), asked, System.nanoTime());
        Instant claimTime = Instant.ofEpochMilli(TimeUnit.MICROSECONDS.toMillis(state.now()));
        List<?> rows = (List<?>) answer.get(4);
        List<Claimed> messages = new ArrayList<>(rows.size() / CLAIMED_WIDTH);
        for (int i = 0; i < rows.size(); i += CLAIMED_WIDTH) {
            messages.add(claimed(topic, rows.subList(i, i + CLAIMED_WIDTH), claimTime));
        }
        return new Claim(answer.get(0).equals("STALE"), new Lease(shard, topic, token), messages, state);
    }

    void defer(int shard, Map<String, Duration> delays) {
        defer(shard, "", delays);
    }

    Set<String> deferIfLeft(int shard, Duration left, Map<String, Duration> delays) {
        return defer(shard, Milliseconds.roundedUp(left), delays);
    }

    private Set<String> defer(int shard, Object left, Map<String, Duration> delays) {
        if (delays.isEmpty()) {
            return Set.of();
        }
        List<Object> args = new ArrayList<>(1 + 2 * delays.size());
        args.add(left);
        delays.forEach((topic, delay) -> {
            args.add(topic);
            args.add(Milliseconds.roundedUp(delay));
        });
        String first = delays.keySet().iterator().next();
        return names(run(Script.DEFER, first, List.of(), List.of(keys.wake(shard)), args.toArray()));
    }

    Set<String> ack(Lease lease, Collection<String> ids) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        List<Object> redisKeys = List.of(
                keys.wake(lease.shard()),
                keys.due(lease.shard(), lease.topic()),
                keys.leased(lease.shard(), lease.topic()),
                keys.held(lease.shard(), lease.topic()),
                keys.body(lease.shard(), lease.topic()));
        return names(run(Script.ACK, lease.topic(), ids, redisKeys, args(ids, lease.topic(), lease.token())));
    }

    Set<String> retry(Lease lease, Collection<Retry> retries) {
        if (retries.isEmpty()) {
            return Set.of();
        }
        List<Object> args = new ArrayList<>(List.of(lease.topic(), lease.token(), channel, lease.shard()));
        for (Retry retry : retries) {
            args.add(retry.id());
            args.add(Milliseconds.roundedUp(retry.delay()));
            args.add(retry.mayStillArrive() ? 1 : 0);
        }
        List<String> ids = retries.stream().map(Retry::id).toList();
        return names(run(Script.RETRY, lease.topic(), ids, releaseKeys(lease), args.toArray()));
    }

    Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        Object[] args = args(
                ids,
                lease.topic(),
                lease.token(),
                channel,
                lease.shard(),
                Milliseconds.roundedUp(delay),
                mayStillArrive ? 1 : 0);
        return names(run(Script.RELEASE, lease.topic(), ids, releaseKeys(lease), args));
    }

    Set<String> renew(Lease lease, Collection<String> ids, Duration duration) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        List<Object> redisKeys = List.of(
                keys.wake(lease.shard()),
                keys.leased(lease.shard(), lease.topic()),
                keys.held(lease.shard(), lease.topic()));
        Object[] args = args(ids, lease.topic(), lease.token(), Milliseconds.roundedUp(duration));
        return names(run(Script.RENEW, lease.topic(), ids, redisKeys, args));
    }

    Burial bury(Lease lease, Collection<GivenUp> messages) {
        int shard = lease.shard();
        String topic = lease.topic();
        List<Object> redisKeys = List.of(
                keys.wake(shard),
                keys.due(shard, topic),
                keys.leased(shard, topic),
                keys.held(shard, topic),
                keys.body(shard, topic),
                keys.dead(shard, topic),
                keys.deadBody(shard, topic));
        List<Object> args = new ArrayList<>(List.of(topic, lease.token()));
        for (GivenUp message : messages) {
            args.add(message.id());
            args.add(StoredJson.write(message.error()));
            args.add(message.mayStillArrive() ? 1 : 0);
        }
        List<String> ids = messages.stream().map(GivenUp::id).toList();
        List<Object> answer = run(Script.BURY, topic, ids, redisKeys, args.toArray());
        return new Burial(names((List<?>) answer.get(1)), (Long) answer.get(0));
    }

    private List<Object> releaseKeys(Lease lease) {
        return List.of(
                keys.wake(lease.shard()),
                keys.due(lease.shard(), lease.topic()),
                keys.leased(lease.shard(), lease.topic()),
                keys.held(lease.shard(), lease.topic()));
    }

    private List<Object> run(
            Script script, String topic, Collection<String> ids, List<Object> redisKeys, Object... args) {
        return ScriptRunner.await(scripts.run(script, redisKeys, args), topic, ids);
    }

    private static Object[] args(Collection<String> ids, Object... first) {
        List<Object> args = new ArrayList<>(first.length + ids.size());
        args.addAll(Arrays.asList(first));
        args.addAll(ids);
        return args.toArray();
    }

    private static Set<String> names(List<?> answer) {
        Set<String> names = new HashSet<>();
        answer.forEach(name -> names.add((String) name));
        return names;
    }

    private static ShardState poll(List<Object> answer, int at) {
        @Nullable Long next = (Long) answer.get(at + 1);
        List<String> due =
                ((List<?>) answer.get(at + 2)).stream().map(String.class::cast).toList();
        return new ShardState((Long) answer.get(at), due, next);
    }

    private static Claimed claimed(String topic, List<?> row, Instant claimTime) {
        StoredBody stored = StoredBody.read((String) row.get(1));
        int failures = number(row.get(4));
        int leaseExpirations = number(row.get(5));
        DelayedMessage message = new DelayedMessage(
                topic,
                (String) row.get(0),
                stored.body(),
                stored.key(),
                stored.headers(),
                Instant.ofEpochMilli((Long) row.get(3)),
                number(row.get(2)),
                failures + leaseExpirations + 1,
                claimTime);
        return new Claimed(message, stored.form(), stored.timeToLive(), failures, leaseExpirations);
    }

    private static int number(Object value) {
        return Math.toIntExact((Long) value);
    }
}
