package org.delay.redisson;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Forwards every call to another queue: the base of decorators, which override the calls that they change.
 *
 * <p>Each call goes to the same method of the delegate, default methods too. No method calls another one of this object. So
 * a decorator that changes {@link #schedule} also overrides {@link #scheduleAsync} and {@link #addDelayQueue}. One that
 * changes claims also overrides {@link #getDelayQueue(String)}. See {@link QueueDecorator} for the order of decorators.
 */
public abstract class ForwardingDelayQueue extends ForwardingOperations implements DelayQueueMessage {

    private final DelayQueueMessage delegate;

    /** Creates a queue that forwards to {@code delegate}. */
    protected ForwardingDelayQueue(DelayQueueMessage delegate) {
        super(delegate);
        this.delegate = delegate;
    }

    /** The queue that calls go to. */
    protected final DelayQueueMessage delegate() {
        return delegate;
    }

    @Override
    public String service() {
        return delegate.service();
    }

    @Override
    public Optional<RevisionedStore> revisions() {
        return delegate.revisions();
    }

    @Override
    public <T> void addDelayQueue(T value, long delay, TimeUnit timeUnit, String queueCode) {
        delegate.addDelayQueue(value, delay, timeUnit, queueCode);
    }

    @Override
    public String getDelayQueue(String queueCode) throws InterruptedException {
        return delegate.getDelayQueue(queueCode);
    }

    @Override
    public <T> T getDelayQueue(String queueCode, Class<T> type) throws InterruptedException {
        return delegate.getDelayQueue(queueCode, type);
    }

    @Override
    public List<Receipt> schedule(Collection<OutgoingMessage> messages) {
        return delegate.schedule(messages);
    }

    @Override
    public CompletableFuture<List<Receipt>> scheduleAsync(Collection<OutgoingMessage> messages) {
        return delegate.scheduleAsync(messages);
    }

    @Override
    public CancelResult cancel(String topic, String id) {
        return delegate.cancel(topic, id);
    }

    @Override
    public RescheduleResult reschedule(String topic, String id, Duration delay) {
        return delegate.reschedule(topic, id, delay);
    }

    @Override
    public Optional<StoredMessage> find(String topic, String id) {
        return delegate.find(topic, id);
    }

    @Override
    public Page list(String topic, State state, @Nullable String cursor, int limit) {
        return delegate.list(topic, state, cursor, limit);
    }

    @Override
    public Counts counts(String topic) {
        return delegate.counts(topic);
    }

    @Override
    public Map<String, Counts> counts(Collection<String> topics) {
        return delegate.counts(topics);
    }

    @Override
    public Duration clockBehind() {
        return delegate.clockBehind();
    }

    @Override
    public int shards() {
        return delegate.shards();
    }

    @Override
    public ShardState poll(int shard) {
        return delegate.poll(shard);
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return delegate.claim(request);
    }

    @Override
    public Set<String> ack(Lease lease, Collection<String> ids) {
        return delegate.ack(lease, ids);
    }

    @Override
    public Set<String> retry(Lease lease, Collection<Retry> retries) {
        return delegate.retry(lease, retries);
    }

    @Override
    public Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive) {
        return delegate.release(lease, ids, delay, mayStillArrive);
    }

    @Override
    public Set<String> renew(Lease lease, Collection<String> ids, Duration duration) {
        return delegate.renew(lease, ids, duration);
    }

    @Override
    public Burial bury(Lease lease, Collection<GivenUp> messages) {
        return delegate.bury(lease, messages);
    }

    @Override
    public void defer(int shard, Map<String, Duration> delays) {
        delegate.defer(shard, delays);
    }

    @Override
    public void defer(int shard, String topic, Duration delay) {
        delegate.defer(shard, topic, delay);
    }

    @Override
    public void recall(int shard, Map<String, Duration> delays) {
        delegate.recall(shard, delays);
    }

    @Override
    public Set<String> deferIfUnclaimed(int shard, Duration left, Map<String, Duration> delays) {
        return delegate.deferIfUnclaimed(shard, left, delays);
    }

    @Override
    public boolean deferIfUnclaimed(int shard, String topic, Duration left, Duration delay) {
        return delegate.deferIfUnclaimed(shard, topic, left, delay);
    }

    @Override
    public Subscription subscribe(WakeUpListener listener) {
        return delegate.subscribe(listener);
    }

    @Override
    public List<Instance> heartbeat(String id, String application, Duration life) {
        return delegate.heartbeat(id, application, life);
    }

    @Override
    public Membership heartbeat(String id, String application, Duration life, long known) {
        return delegate.heartbeat(id, application, life, known);
    }

    @Override
    public void leave(String id) {
        delegate.leave(id);
    }

    @Override
    public List<Instance> instances() {
        return delegate.instances();
    }
}
