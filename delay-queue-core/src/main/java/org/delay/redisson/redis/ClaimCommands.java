package org.delay.redisson.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.Burial;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.DispatchOperations.ShardState;
import org.jspecify.annotations.Nullable;

/** Polls shards, claims messages and settles them. */
final class ClaimCommands {

    /** How many values of the answer stand for one claimed message. */
    private static final int CLAIMED_WIDTH = 6;

    private final ScriptRunner scripts;
    private final RedisClocks clocks;
    private final ServiceStorage storage;

    ClaimCommands(ScriptRunner scripts, RedisClocks clocks, ServiceStorage storage) {
        this.scripts = scripts;
        this.clocks = clocks;
        this.storage = storage;
    }

    ShardState poll(int shard) {
        long asked = System.nanoTime();
        ShardState state = state(run(Script.POLL, "", List.of(), storage.keys().of(Script.POLL, shard, "")), 0);
        clocks.ofShard(shard).observed(state.now(), asked, System.nanoTime());
        return state;
    }

    ClaimResult claim(ClaimRequest request) {
        int shard = request.shard();
        String topic = request.topic();
        String token = request.id().claimer() + ":" + request.id().number();
        long asked = System.nanoTime();
        List<Object> answer = run(
                Script.CLAIM,
                topic,
                List.of(),
                storage.keys().of(Script.CLAIM, shard, topic, request.id().claimer()),
                topic,
                request.id().number(),
                token,
                Milliseconds.roundedUp(request.lease()),
                request.limit().messages(),
                request.limit().bytes(),
                storage.formats().storage());
        if (answer.get(0).equals("NEWER_FORMAT")) {
            throw storage.newer("a storage format").toException(topic, List.of());
        }
        ShardState state = state(answer, 1);
        clocks.ofShard(shard).observed(state.now(), asked, System.nanoTime());
        Instant claimTime = Instant.ofEpochMilli(TimeUnit.MICROSECONDS.toMillis(state.now()));
        List<?> rows = (List<?>) answer.get(4);
        List<Claimed> messages = new ArrayList<>(rows.size() / CLAIMED_WIDTH);
        for (int i = 0; i < rows.size(); i += CLAIMED_WIDTH) {
            messages.add(claimed(topic, rows.subList(i, i + CLAIMED_WIDTH), claimTime));
        }
        return new ClaimResult(answer.get(0).equals("STALE"), new Lease(shard, topic, token), messages, state);
    }

    void defer(int shard, Map<String, Duration> delays) {
        defer(shard, "", delays);
    }

    Set<String> deferIfUnclaimed(int shard, Duration unclaimed, Map<String, Duration> delays) {
        return defer(shard, Milliseconds.roundedUp(unclaimed), delays);
    }

    private Set<String> defer(int shard, Object unclaimed, Map<String, Duration> delays) {
        if (delays.isEmpty()) {
            return Set.of();
        }
        List<Object> args = new ArrayList<>(1 + 2 * delays.size());
        args.add(unclaimed);
        delays.forEach((topic, delay) -> {
            args.add(topic);
            args.add(Milliseconds.roundedUp(delay));
        });
        String first = delays.keySet().iterator().next();
        return names(
                run(Script.DEFER, first, List.of(), storage.keys().of(Script.DEFER, shard, first), args.toArray()));
    }

    Set<String> ack(Lease lease, Collection<String> ids) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        return settle(Script.ACK, lease, ids, args(ids, lease.topic(), lease.token()));
    }

    Set<String> retry(Lease lease, Collection<Retry> retries) {
        if (retries.isEmpty()) {
            return Set.of();
        }
        List<Object> args = new ArrayList<>(
                List.of(lease.topic(), lease.token(), storage.wakeUps().forScripts(lease.shard()), lease.shard()));
        for (Retry retry : retries) {
            args.add(retry.id());
            args.add(Milliseconds.roundedUp(retry.delay()));
            args.add(retry.mayStillArrive() ? 1 : 0);
        }
        List<String> ids = retries.stream().map(Retry::id).toList();
        return settle(Script.RETRY, lease, ids, args.toArray());
    }

    Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        Object[] args = args(
                ids,
                lease.topic(),
                lease.token(),
                storage.wakeUps().forScripts(lease.shard()),
                lease.shard(),
                Milliseconds.roundedUp(delay),
                mayStillArrive ? 1 : 0);
        return settle(Script.RELEASE, lease, ids, args);
    }

    Set<String> renew(Lease lease, Collection<String> ids, Duration duration) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        return settle(
                Script.RENEW, lease, ids, args(ids, lease.topic(), lease.token(), Milliseconds.roundedUp(duration)));
    }

    Burial bury(Lease lease, Collection<GivenUp> messages) {
        List<Object> args = new ArrayList<>(List.of(lease.topic(), lease.token()));
        for (GivenUp message : messages) {
            args.add(message.id());
            args.add(StoredJson.write(message.error()));
            args.add(message.mayStillArrive() ? 1 : 0);
            args.add(message.failed() ? 1 : 0);
        }
        List<String> ids = messages.stream().map(GivenUp::id).toList();
        List<Object> answer = run(Script.BURY, lease, ids, args.toArray());
        return new Burial(names((List<?>) answer.get(1)), (Long) answer.get(0));
    }

    /** The revisions of those that are leased under it, by id. */
    Map<String, Long> leased(Lease lease, Collection<String> ids) {
        List<String> distinct = List.copyOf(new LinkedHashSet<>(ids));
        List<Object> keys = storage.keys().of(Script.LEASED, lease.shard(), lease.topic());
        List<Object> answer = ScriptRunner.await(
                scripts.run(Script.LEASED, keys, args(distinct, lease.token())).exceptionally(thrown -> {
                    throw RedisFailure.of(thrown).ofWhatCameBefore();
                }),
                lease.topic(),
                distinct);
        Map<String, Long> revisions = new HashMap<>();
        for (int i = 0; i < answer.size(); i++) {
            long revision = (Long) answer.get(i);
            if (revision > 0) {
                revisions.put(distinct.get(i), revision);
            }
        }
        return revisions;
    }

    private Set<String> settle(Script script, Lease lease, Collection<String> ids, Object... args) {
        return names(run(script, lease, ids, args));
    }

    private List<Object> run(Script script, Lease lease, Collection<String> ids, Object... args) {
        return run(script, lease.topic(), ids, storage.keys().of(script, lease.shard(), lease.topic()), args);
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

    private static ShardState state(List<Object> answer, int at) {
        @Nullable Long next = (Long) answer.get(at + 1);
        List<String> due =
                ((List<?>) answer.get(at + 2)).stream().map(String.class::cast).toList();
        return new ShardState((Long) answer.get(at), due, next);
    }

    private Claimed claimed(String topic, List<?> row, Instant claimTime) {
        StoredBody stored = StoredBody.read((String) row.get(1), storage.formats());
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
        return new Claimed(message, stored.form(), stored.timeToLive(), failures, leaseExpirations, stored.revision());
    }

    private static int number(Object value) {
        return Math.toIntExact((Long) value);
    }
}
