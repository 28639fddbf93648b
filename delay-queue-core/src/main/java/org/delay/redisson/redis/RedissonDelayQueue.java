package org.delay.redisson.redis;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.CancelResult;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.RevisionedStore;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * The queue in Redis, through a client of the application. Each operation on a message is one Lua script, so it is done
 * completely or not at all. All times are those of Redis's clock.
 *
 * <pre>{@code
 * DelayQueueMessage queue = RedissonDelayQueue.on(client)
 *         .service("orders")
 *         .bodyConverter(new FastjsonBodyConverter())
 *         .build();
 * }</pre>
 *
 * <p>Needs Redis 6.2 or later. Building makes no call; the first call loads the shard map of the service.
 */
public class RedissonDelayQueue extends ReportCalls implements DelayQueueMessage {

    private final Limits limits;
    private final QueueParts parts;

    /** For subclasses that add behaviour to calls. */
    protected RedissonDelayQueue(Builder builder) {
        this(builder.limits(), new QueueParts(builder));
    }

    private RedissonDelayQueue(Limits limits, QueueParts parts) {
        super(parts);
        this.limits = limits;
        this.parts = parts;
    }

    /** Starts a builder. The client stays open: the caller closes it. */
    public static Builder on(RedissonClient client) {
        return new Builder(client);
    }

    /** The channel of a service for wake-ups, before a NameMapper of the client changes its name. */
    public static String wakeUpChannel(String keyPrefix, String service) {
        return new Keys(keyPrefix, service).channel();
    }

    @Override
    public String service() {
        return parts.service;
    }

    @Override
    public Optional<RevisionedStore> revisions() {
        return Optional.of(parts.revisions);
    }

    @Override
    public <T> void addDelayQueue(T value, long delay, TimeUnit timeUnit, String queueCode) {
        new DelayQueueMessageProducer(this).sendMessage(queueCode, value, delay, timeUnit);
    }

    @Override
    public String getDelayQueue(String queueCode) throws InterruptedException {
        return parts.receiver.receive(Checks.topic(queueCode)).body();
    }

    @Override
    public <T> T getDelayQueue(String queueCode, Class<T> type) throws InterruptedException {
        return parts.receiver.receive(Checks.topic(queueCode), type);
    }

    @Override
    public List<Receipt> schedule(Collection<OutgoingMessage> messages) {
        return parts.sender.send(messages);
    }

    @Override
    public CompletableFuture<List<Receipt>> scheduleAsync(Collection<OutgoingMessage> messages) {
        return parts.sender.sendAsync(messages);
    }

    @Override
    public CancelResult cancel(String topic, String id) {
        return parts.messages.cancel(Checks.topic(topic), Checks.id(id));
    }

    @Override
    public RescheduleResult reschedule(String topic, String id, Duration delay) {
        limits.checkDelay(delay);
        return parts.messages.reschedule(Checks.topic(topic), Checks.id(id), delay);
    }

    @Override
    public Optional<StoredMessage> find(String topic, String id) {
        return parts.queries.find(Checks.topic(topic), Checks.id(id));
    }

    @Override
    public Page list(String topic, State state, @Nullable String cursor, int limit) {
        return parts.queries.list(Checks.topic(topic), Checks.given("state", state), cursor, limit);
    }

    @Override
    public Counts counts(String topic) {
        return parts.counts.counts(Checks.topic(topic));
    }

    @Override
    public Map<String, Counts> counts(Collection<String> topics) {
        return parts.counts.counts(topics);
    }

    @Override
    public Duration clockBehind() {
        return parts.clocks.behind();
    }

    @Override
    public int shards() {
        return ScriptRunner.await(parts.shardMaps.reload(), "", List.of()).shards();
    }

    @Override
    public ShardState poll(int shard) {
        return parts.claims.poll(shard);
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return parts.claims.claim(request);
    }

    @Override
    public Set<String> ack(Lease lease, Collection<String> ids) {
        return parts.claims.ack(lease, ids);
    }

    @Override
    public Set<String> retry(Lease lease, Collection<Retry> retries) {
        return parts.claims.retry(lease, retries);
    }

    @Override
    public Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive) {
        return parts.claims.release(lease, ids, delay, mayStillArrive);
    }

    @Override
    public Set<String> renew(Lease lease, Collection<String> ids, Duration duration) {
        return parts.claims.renew(lease, ids, duration);
    }

    @Override
    public Burial bury(Lease lease, Collection<GivenUp> messages) {
        return parts.claims.bury(lease, messages);
    }

    @Override
    public void defer(int shard, Map<String, Duration> delays) {
        parts.claims.defer(shard, delays);
    }

    @Override
    public Set<String> deferIfUnclaimed(int shard, Duration unclaimed, Map<String, Duration> delays) {
        return parts.claims.deferIfUnclaimed(shard, unclaimed, delays);
    }

    @Override
    public Subscription subscribe(WakeUpListener listener) {
        return parts.receiver.subscribeDispatcher(listener);
    }

    @Override
    public Membership heartbeat(String id, String application, Duration life, long known) {
        return parts.instances.heartbeat(
                Checks.name("id", id), Checks.application(application), Checks.positive("life", life), known);
    }

    @Override
    public void leave(String id) {
        parts.instances.leave(Checks.name("id", id));
    }

    @Override
    public List<Instance> instances() {
        return parts.instances.alive();
    }

    /** Collects the settings of a queue. For one thread. */
    public static final class Builder extends RedissonDelayQueueSettings<Builder> {

        private Builder(RedissonClient client) {
            super(client);
        }

        /**
         * The queue.
         *
         * @throws IllegalArgumentException if there is no converter
         */
        public RedissonDelayQueue build() {
            return new RedissonDelayQueue(this);
        }

        @Override
        Builder self() {
            return this;
        }
    }
}
