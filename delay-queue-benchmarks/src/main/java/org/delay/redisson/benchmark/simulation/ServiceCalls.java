package org.delay.redisson.benchmark.simulation;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.schedule.Heartbeat;

/** What an instance's own heartbeats and discoveries ask for; the rest is asked event by event. */
@RequiredArgsConstructor
final class ServiceCalls implements DispatchOperations {

    private static final int MANY = 8;

    private final DispatchOperations queue;
    private final SimulatedRedis redis;
    private final int shards;
    private Set<Integer> followed = Set.of();
    private boolean isFree;
    private Duration life = Heartbeat.LIFE;

    /** Makes calls that cost nothing: this fleet did not start a moment ago. */
    void free(Runnable someCalls) {
        isFree = true;
        someCalls.run();
        isFree = false;
    }

    /** Whether this instance follows the wake-ups of a shard. */
    boolean follows(int shard) {
        return followed.contains(shard);
    }

    /** How long the latest heartbeat counts. */
    Duration life() {
        return life;
    }

    @Override
    public Membership heartbeat(String id, String application, Duration least, long known) {
        if (redis.masterOfService().isDown()) {
            throw new IllegalStateException("The master does not answer");
        }
        Membership told = queue.heartbeat(id, application, least, known);
        life = told.life();
        int named = told.alive().size() + told.gone().size();
        if (!isFree) {
            long unused = redis.masterOfService().serve(Call.HEARTBEAT, now -> named);
        }
        return told;
    }

    @Override
    public int shards() {
        if (redis.masterOfService().isDown()) {
            throw new IllegalStateException("The master does not answer");
        }
        long unused = redis.masterOfService().serve(Call.DISCOVERY, now -> 1);
        return shards;
    }

    @Override
    public Subscription subscribe(WakeUpListener listener) {
        return new Subscription() {

            /** As {@code PlainShardChannels}: on a single server, only where there are enough instances. */
            @Override
            public void follow(Set<Integer> shards, int instances) {
                followed = redis.masters().size() > 1 || instances >= MANY ? Set.copyOf(shards) : Set.of();
            }

            @Override
            public void close() {
                followed = Set.of();
            }
        };
    }

    @Override
    public void leave(String id) {
        queue.leave(id);
    }

    @Override
    public List<Instance> instances() {
        return queue.instances();
    }

    @Override
    public ShardState poll(int shard) {
        throw unexpected();
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        throw unexpected();
    }

    @Override
    public Set<String> ack(Lease lease, Collection<String> ids) {
        throw unexpected();
    }

    @Override
    public Set<String> retry(Lease lease, Collection<Retry> retries) {
        throw unexpected();
    }

    @Override
    public Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive) {
        throw unexpected();
    }

    @Override
    public Set<String> renew(Lease lease, Collection<String> ids, Duration duration) {
        throw unexpected();
    }

    @Override
    public Burial bury(Lease lease, Collection<GivenUp> messages) {
        throw unexpected();
    }

    @Override
    public void defer(int shard, Map<String, Duration> delays) {
        throw unexpected();
    }

    @Override
    public Set<String> deferIfUnclaimed(int shard, Duration unclaimed, Map<String, Duration> delays) {
        throw unexpected();
    }

    private static UnsupportedOperationException unexpected() {
        return new UnsupportedOperationException("Only what the schedule calls is simulated by calls");
    }
}
