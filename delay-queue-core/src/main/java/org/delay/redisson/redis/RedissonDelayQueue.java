package org.delay.redisson.redis;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.CancelResult;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.RescheduleResult;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * The queue in Redis, through a client of the application. Each operation on a message is one Lua script, so it is done
 * as a whole or not at all; times are Redis's own, never this machine's.
 *
 * <pre>{@code
 * DelayQueueMessage queue = RedissonDelayQueue.on(client)
 *         .service("orders")
 *         .bodyConverter(new FastjsonBodyConverter())
 *         .build();
 * }</pre>
 *
 * <p>Needs Redis 6.2 or later. Building sends nothing; the first call finds out how many shards the service has.
 */
public class RedissonDelayQueue implements DelayQueueMessage {

    private static final int MAX_SHARDS = 1024;

    private final BodyConverter converter;
    private final Limits limits;
    private final CallbackExecutor callbacks;
    private final KnownTopics topics;
    private final SendBatcher scheduling;
    private final ClaimCommands dispatching;
    private final MessageQueries listing;
    private final MessageCommands operating;
    private final SingleReceiver receiving;
    private final Instances instances;
    private final RedisClocks clocks;

    /** For subclasses that do something around calls. */
    protected RedissonDelayQueue(Builder builder) {
        Keys keys = new Keys(builder.keyPrefix, builder.service);
        QueueTimer timer = new QueueTimer();
        ScriptRunner scripts = new ScriptRunner(builder.client, timer);
        clocks = new RedisClocks();
        TimelyCalls calls = new TimelyCalls(scripts, timer, clocks, ResponseTime.of(builder.client));
        ShardLayout layouts = new ShardLayout(scripts, calls, clocks, keys, builder.shards);
        WakeUpChannel channel = new WakeUpChannel(builder.client, keys);
        converter = builder.converter();
        limits = builder.limits;
        callbacks = new CallbackExecutor(timer);
        topics = new KnownTopics(builder.registrar(), timer, callbacks, builder.client::isShuttingDown);
        Replicas replicas = new Replicas(builder.client, calls, builder.replicas);
        scheduling = new SendBatcher(
                replicas, layouts, keys, channel.name(), timer, topics::addAllAgain, SendBatcher.LONGEST);
        dispatching = new ClaimCommands(scripts, clocks, keys, channel.name());
        listing = new MessageQueries(scripts, layouts, keys);
        operating = new MessageCommands(scripts, calls, clocks, layouts, keys, channel.name(), listing);
        receiving = new SingleReceiver(dispatching, operating, channel);
        instances = new Instances(scripts, keys, channel.name());
    }

    /**
     * Begins a queue.
     *
     * @param client stays the caller's to close
     */
    public static Builder on(RedissonClient client) {
        return new Builder(client);
    }

    @Override
    public <T> void addDelayQueue(T value, long delay, TimeUnit timeUnit, String queueCode) {
        new DelayQueueMessageProducer(this).sendMessage(queueCode, value, delay, timeUnit);
    }

    @Override
    public String getDelayQueue(String queueCode) throws InterruptedException {
        return receiving.receive(Checks.topic(queueCode)).body();
    }

    @Override
    public <T> T getDelayQueue(String queueCode, Class<T> type) throws InterruptedException {
        DelayedMessage message = receiving.receive(Checks.topic(queueCode));
        try {
            return converter.read(message.body(), type);
        } catch (RuntimeException e) {
            throw new DelayQueueException.UnreadableBody(queueCode, message.id(), type, e);
        }
    }

    @Override
    public List<Receipt> schedule(Collection<OutgoingMessage> messages) {
        ScriptRunner.refuseClientThread();
        List<PendingSend> sends = store(messages, topics::add);
        List<String> ids = sends.stream().map(send -> send.send().id()).toList();
        String topic = sends.isEmpty() ? "" : sends.get(0).send().topic();
        return ScriptRunner.await(receipts(sends, Runnable::run), topic, ids);
    }

    @Override
    public CompletableFuture<List<Receipt>> scheduleAsync(Collection<OutgoingMessage> messages) {
        return receipts(store(messages, topics::addSoon), callbacks);
    }

    private List<PendingSend> store(Collection<OutgoingMessage> messages, Consumer<String> registering) {
        limits.checkBulk(messages.size());
        List<PendingSend> sends = messages.stream()
                .map(message -> new PendingSend(Send.of(Checks.given("message", message), converter, limits)))
                .toList();
        sends.stream().map(send -> send.send().topic()).distinct().forEach(registering);
        scheduling.store(sends);
        return sends;
    }

    /** @param callbacks runs what hangs on them */
    private static CompletableFuture<List<Receipt>> receipts(List<PendingSend> sends, Executor callbacks) {
        List<CompletableFuture<Receipt>> receipts =
                sends.stream().map(send -> send.receipt(callbacks)).toList();
        if (receipts.size() == 1) {
            return receipts.get(0).thenApply(List::of);
        }
        return CompletableFuture.allOf(receipts.toArray(CompletableFuture[]::new))
                .handle((done, thrown) -> Results.of(sends).receipts());
    }

    @Override
    public CancelResult cancel(String topic, String id) {
        return operating.cancel(Checks.topic(topic), Checks.id(id));
    }

    @Override
    public RescheduleResult reschedule(String topic, String id, Duration delay) {
        limits.checkDelay(delay);
        return operating.reschedule(Checks.topic(topic), Checks.id(id), delay);
    }

    @Override
    public Optional<StoredMessage> find(String topic, String id) {
        return listing.find(Checks.topic(topic), Checks.id(id));
    }

    @Override
    public Page list(String topic, State state, @Nullable String cursor, int limit) {
        return listing.list(Checks.topic(topic), Checks.given("state", state), cursor, limit);
    }

    @Override
    public Counts counts(String topic) {
        return operating.counts(Checks.topic(topic));
    }

    @Override
    public Duration clockBehind() {
        return clocks.behind();
    }

    @Override
    public RedriveResult redrive(String topic, String id) {
        return operating.redrive(Checks.topic(topic), Checks.id(id));
    }

    @Override
    public DeleteResult delete(String topic, String id) {
        return operating.delete(Checks.topic(topic), Checks.id(id));
    }

    @Override
    public int deleteDead(String topic, Duration olderThan) {
        return operating.deleteDead(Checks.topic(topic), Checks.notNegative("olderThan", olderThan));
    }

    @Override
    public void repair(Collection<String> topics) {
        topics.forEach(Checks::topic);
        operating.repair(topics);
    }

    @Override
    public void pause(String topic) {
        operating.pause(Checks.topic(topic));
    }

    @Override
    public void resume(String topic) {
        operating.resume(Checks.topic(topic));
    }

    @Override
    public Set<String> paused() {
        return operating.paused();
    }

    @Override
    public void changeShards(int shards) {
        operating.changeShards(checkedShards(shards));
    }

    @Override
    public int shards() {
        return operating.shards();
    }

    @Override
    public ShardState poll(int shard) {
        return dispatching.poll(shard);
    }

    @Override
    public Claim claim(ClaimRequest request) {
        return dispatching.claim(request);
    }

    @Override
    public Set<String> ack(Lease lease, Collection<String> ids) {
        return dispatching.ack(lease, ids);
    }

    @Override
    public Set<String> retry(Lease lease, Collection<Retry> retries) {
        return dispatching.retry(lease, retries);
    }

    @Override
    public Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive) {
        return dispatching.release(lease, ids, delay, mayStillArrive);
    }

    @Override
    public Set<String> renew(Lease lease, Collection<String> ids, Duration duration) {
        return dispatching.renew(lease, ids, duration);
    }

    @Override
    public Burial bury(Lease lease, Collection<GivenUp> messages) {
        return dispatching.bury(lease, messages);
    }

    @Override
    public void defer(int shard, Map<String, Duration> delays) {
        dispatching.defer(shard, delays);
    }

    @Override
    public Set<String> deferIfLeft(int shard, Duration left, Map<String, Duration> delays) {
        return dispatching.deferIfLeft(shard, left, delays);
    }

    @Override
    public Subscription subscribe(WakeUpListener listener) {
        return receiving.dispatch(listener);
    }

    @Override
    public List<Instance> heartbeat(String id, String application, Duration life) {
        return instances.heartbeat(
                Checks.name("id", id), Checks.application(application), Checks.positive("life", life));
    }

    @Override
    public void leave(String id) {
        instances.leave(Checks.name("id", id));
    }

    @Override
    public List<Instance> instances() {
        return instances.alive();
    }

    private static int checkedShards(int shards) {
        if (shards < 1 || shards > MAX_SHARDS) {
            throw new IllegalArgumentException("shards must be 1 to " + MAX_SHARDS + ", but is " + shards);
        }
        return shards;
    }

    /** Collects what a queue is built from. For one thread. */
    public static final class Builder {

        private final RedissonClient client;
        private String keyPrefix = "delay";
        private String service = "other";
        private int shards = 1;
        private Limits limits = Limits.DEFAULTS;
        private Replicas.Wanted replicas = Replicas.Wanted.NONE;
        private @Nullable BodyConverter converter;
        private @Nullable DelayQueueTopicRegistrar registrar;

        private Builder(RedissonClient client) {
            this.client = client;
        }

        /** The application whose instances dispatch these messages: a name by the rule for topics; {@code other} if not said. */
        public Builder service(String service) {
            this.service = Checks.name("service", service);
            return this;
        }

        /** What all keys begin with, by the rule for topics; {@code delay} if not said. */
        public Builder keyPrefix(String keyPrefix) {
            this.keyPrefix = Checks.name("keyPrefix", keyPrefix);
            return this;
        }

        /** Over how many shards to spread messages, 1 to 1,024, if the service has no number in Redis yet; 1 if not said. */
        public Builder shards(int shards) {
            this.shards = checkedShards(shards);
            return this;
        }

        /** What a send may ask for; {@link Limits#DEFAULTS} if not said. */
        public Builder limits(Limits limits) {
            this.limits = limits;
            return this;
        }

        /**
         * How many replicas must have a message before its send returns, and how long they are waited for: a send that waits in
         * vain ends in {@link DelayQueueException.NotReplicated}. None if not said. What else is done with a message does not
         * wait.
         *
         * @param min 0 to 100; in a Cluster, of the master that has the message's shard
         * @param timeout 1 ms to 10 s
         */
        public Builder minReplicas(int min, Duration timeout) {
            this.replicas = new Replicas.Wanted(min, timeout);
            return this;
        }

        /** How bodies become text and objects again; must be given. */
        public Builder bodyConverter(BodyConverter converter) {
            this.converter = converter;
            return this;
        }

        /** Who remembers the topics; a set in Redis if not said. */
        public Builder topicRegistrar(DelayQueueTopicRegistrar registrar) {
            this.registrar = registrar;
            return this;
        }

        /**
         * The queue.
         *
         * @throws IllegalArgumentException if there is no converter
         */
        public RedissonDelayQueue build() {
            return new RedissonDelayQueue(this);
        }

        private BodyConverter converter() {
            if (converter == null) {
                throw new IllegalArgumentException("bodyConverter must be given, but is null");
            }
            return converter;
        }

        private DelayQueueTopicRegistrar registrar() {
            return registrar == null ? new RedisDelayQueueTopicRegistrar(client, service) : registrar;
        }
    }
}
