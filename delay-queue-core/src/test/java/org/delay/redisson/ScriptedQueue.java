package org.delay.redisson;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Answers what a test says, call by call, and remembers the calls. For one thread at a time. */
public final class ScriptedQueue implements DispatchOperations {

    public static final String TOPIC = "orders";

    public final List<ClaimRequest> claims = new ArrayList<>();
    public final List<String> settlements = new ArrayList<>();
    private final Deque<Supplier<ClaimResult>> claimAnswers = new ArrayDeque<>();
    private final Deque<Supplier<ShardState>> lookAnswers = new ArrayDeque<>();
    private final Deque<Supplier<Membership>> heartbeatAnswers = new ArrayDeque<>();

    /** What the heartbeats named as known. */
    public final List<Long> known = new ArrayList<>();

    private final Deque<RuntimeException> settlementFailures = new ArrayDeque<>();
    public Set<String> lost = Set.of();
    public int looks;
    private boolean taken;
    private Runnable onDefer = () -> {};

    public static DelayQueueException unknown() {
        return new DelayQueueException.OutcomeUnknown(TOPIC, List.of(), new IllegalStateException("no answer"));
    }

    public static DelayQueueException refused() {
        return new DelayQueueException.Refused(TOPIC, List.of(), new IllegalStateException("READONLY"));
    }

    public static Claimed claimed(String id) {
        return claimed(id, Form.READABLE, null, 0, 0);
    }

    public static Claimed claimed(String id, Form form, Duration timeToLive, int failures, int leaseExpirations) {
        DelayedMessage message = new DelayedMessage(
                TOPIC,
                id,
                "body of " + id,
                null,
                Map.of(),
                Instant.ofEpochSecond(1),
                4,
                failures + leaseExpirations + 1);
        return new Claimed(message, form, timeToLive, failures, leaseExpirations);
    }

    public static ClaimResult claim(boolean stale, String... ids) {
        return new ClaimResult(
                stale,
                new Lease(0, TOPIC, "token"),
                Stream.of(ids).map(ScriptedQueue::claimed).toList(),
                new ShardState(0, List.of(), null));
    }

    public ScriptedQueue claims(Supplier<ClaimResult> answer) {
        claimAnswers.add(answer);
        return this;
    }

    public ScriptedQueue looks(Supplier<ShardState> answer) {
        lookAnswers.add(answer);
        return this;
    }

    public ScriptedQueue failsToSettle(RuntimeException failure) {
        settlementFailures.add(failure);
        return this;
    }

    @Override
    public int shards() {
        return 1;
    }

    @Override
    public ShardState poll(int shard) {
        looks++;
        return lookAnswers.remove().get();
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        claims.add(request);
        return claimAnswers.remove().get();
    }

    private Set<String> settle(String what) {
        settlements.add(what);
        RuntimeException failure = settlementFailures.poll();
        if (failure != null) {
            throw failure;
        }
        return lost;
    }

    @Override
    public Set<String> ack(Lease lease, Collection<String> ids) {
        return settle("ack " + ids);
    }

    @Override
    public Set<String> retry(Lease lease, Collection<Retry> retries) {
        return settle("retry " + retries.stream().map(Retry::id).toList());
    }

    @Override
    public Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive) {
        return settle("release " + ids + " " + delay + (mayStillArrive ? " may still arrive" : ""));
    }

    @Override
    public Set<String> renew(Lease lease, Collection<String> ids, Duration duration) {
        return settle("renew " + ids.stream().sorted().toList());
    }

    @Override
    public Burial bury(Lease lease, Collection<GivenUp> messages) {
        return new Burial(settle("bury " + messages.stream().map(GivenUp::id).toList()), 1);
    }

    /** Does something when the next topic is put off, before that is so. */
    public void onDefer(Runnable action) {
        onDefer = action;
    }

    @Override
    public void defer(int shard, Map<String, Duration> delays) {
        Runnable action = onDefer;
        onDefer = () -> {};
        action.run();
        settle("defer " + delays.keySet().stream().sorted().toList());
    }

    @Override
    public Set<String> deferIfUnclaimed(int shard, Duration left, Map<String, Duration> delays) {
        if (taken) {
            return Set.of();
        }
        defer(shard, delays);
        return delays.keySet();
    }

    /** Others claim from each topic. */
    public ScriptedQueue takenByOthers() {
        taken = true;
        return this;
    }

    public ScriptedQueue heartbeats(Supplier<List<Instance>> answer) {
        return membership(() -> {
            List<Instance> alive = answer.get();
            return new Membership(1, alive.size(), Duration.ofSeconds(3), true, alive, Set.of());
        });
    }

    public ScriptedQueue membership(Supplier<Membership> answer) {
        heartbeatAnswers.add(answer);
        return this;
    }

    @Override
    public Membership heartbeat(String id, String application, Duration life, long known) {
        this.known.add(known);
        return heartbeatAnswers.remove().get();
    }

    @Override
    public void leave(String id) {
        settle("leave " + id);
    }

    @Override
    public List<Instance> instances() {
        return List.of();
    }

    @Override
    public Subscription subscribe(WakeUpListener listener) {
        return () -> {};
    }
}
