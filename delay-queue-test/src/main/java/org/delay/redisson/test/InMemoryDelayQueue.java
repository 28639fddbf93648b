package org.delay.redisson.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.assertj.core.api.AssertProvider;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.CancelResult;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.RescheduleResult;
import org.jspecify.annotations.Nullable;

/**
 * A queue in this JVM's memory, for tests: keeps the same contract as the one on Redis, on a clock that tests can move.
 * When a {@link MovableClock} is moved, waiting {@link #getDelayQueue} calls look again, and subscribers get a wake-up
 * for what each shard has next.
 *
 * <pre>{@code
 * MovableClock clock = MovableClock.stopped();
 * InMemoryDelayQueue queue = InMemoryDelayQueue.builder().clock(clock).build();
 * queue.addDelayQueue("hello", 30, TimeUnit.MINUTES, "greetings");
 * clock.advance(Duration.ofMinutes(30));
 * }</pre>
 *
 * <p>One lock around plain collections, so that it can be seen to be right. Safe for use by many threads; needs no
 * closing. A call takes O(log n) for n messages of a topic; a page of a list and {@link #deleteDead} take O(n).
 */
public final class InMemoryDelayQueue implements DelayQueueMessage, AssertProvider<DelayQueueAssert> {

    /** Where no time is known: each change ends the wait anyway. */
    private static final long LONG_WAIT = TimeUnit.HOURS.toMillis(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Clock clock;
    private final Intake intake;
    private final MemoryShards shards;
    private final MemoryStore store;
    private final MemoryInstances instances = new MemoryInstances();
    private final Signals signals = new Signals();

    /** What was cancelled in time, which nothing else remembers. */
    private final Set<MessageName> cancelled = new LinkedHashSet<>();

    /** The threads that deliver, or have done so. */
    private final Set<Thread> claimers = Collections.newSetFromMap(new WeakHashMap<>());

    private final Set<Thread> shutOut = Collections.newSetFromMap(new WeakHashMap<>());

    private InMemoryDelayQueue(Builder builder) {
        clock = builder.clock;
        intake = new Intake(builder.limits, builder.converter, clock);
        shards = new MemoryShards(builder.shards);
        store = new MemoryStore(shards);
        if (clock instanceof MovableClock movable) {
            movable.onMove(this::clockMoved);
        }
    }

    /** A queue with one shard, the real time, the default limits, and text for bodies, unless more is said. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public <T> void addDelayQueue(T value, long delay, TimeUnit timeUnit, String queueCode) {
        new DelayQueueMessageProducer(this).sendMessage(queueCode, value, delay, timeUnit);
    }

    @Override
    public String getDelayQueue(String queueCode) throws InterruptedException {
        return receive(queueCode).body();
    }

    @Override
    public <T> T getDelayQueue(String queueCode, Class<T> type) throws InterruptedException {
        MemoryMessage.Content taken = receive(queueCode);
        try {
            return intake.converter().read(taken.body(), type);
        } catch (RuntimeException e) {
            throw new DelayQueueException.UnreadableBody(queueCode, taken.id(), type, e);
        }
    }

    private MemoryMessage.Content receive(String topic) throws InterruptedException {
        Checks.topic(topic);
        lock.lockInterruptibly();
        try {
            while (true) {
                if (signals.hasSubscribers()) {
                    throw new IllegalStateException("getDelayQueue can't take messages of topic " + topic
                            + " while this application dispatches them to a consumer");
                }
                Moment now = new Moment(clock.instant());
                Optional<MemoryMessage> taken = store.take(topic, now);
                if (taken.isPresent()) {
                    return taken.get().content();
                }
                Long next = store.next(topic);
                long wait = next == null ? LONG_WAIT : Math.max(1, next - now.floor());
                boolean unused = changed.await(wait, TimeUnit.MILLISECONDS);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<Receipt> schedule(Collection<OutgoingMessage> messages) {
        return send(intake.check(messages));
    }

    @Override
    public CompletableFuture<List<Receipt>> scheduleAsync(Collection<OutgoingMessage> messages) {
        List<Intake.Sent> checked = intake.check(messages);
        try {
            return CompletableFuture.completedFuture(send(checked));
        } catch (DelayQueueException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private List<Receipt> send(List<Intake.Sent> messages) {
        List<Receipt> receipts = new ArrayList<>();
        List<DelayQueueException> failures = new ArrayList<>();
        change(now -> messages.forEach(sent -> {
            try {
                receipts.add(store.schedule(sent.message(), sent.text(), now));
            } catch (DelayQueueException.Duplicate e) {
                failures.add(e);
            }
        }));
        if (failures.isEmpty()) {
            return List.copyOf(receipts);
        }
        throw messages.size() == 1 ? failures.get(0) : new DelayQueueException.PartlySent(receipts, failures);
    }

    @Override
    public CancelResult cancel(String topic, String id) {
        Checks.topic(topic);
        Checks.id(id);
        return changing(now -> {
            CancelResult result = store.cancel(topic, id);
            if (result == CancelResult.CANCELLED) {
                cancelled.add(new MessageName(topic, id));
            }
            return result;
        });
    }

    @Override
    public RescheduleResult reschedule(String topic, String id, Duration delay) {
        Checks.topic(topic);
        Checks.id(id);
        intake.limits().checkDelay(delay);
        return changing(now -> store.reschedule(topic, id, delay, now));
    }

    @Override
    public Optional<StoredMessage> find(String topic, String id) {
        Checks.topic(topic);
        Checks.id(id);
        return changing(now -> store.find(topic, id));
    }

    @Override
    public Page list(String topic, State state, @Nullable String cursor, int limit) {
        Checks.topic(topic);
        int from = Intake.checkPage(cursor, limit);
        return changing(now -> store.list(topic, state, from, limit));
    }

    @Override
    public Counts counts(String topic) {
        Checks.topic(topic);
        return changing(now -> store.counts(topic, now));
    }

    @Override
    public RedriveResult redrive(String topic, String id) {
        Checks.topic(topic);
        Checks.id(id);
        return changing(now -> store.redrive(topic, id, now));
    }

    @Override
    public DeleteResult delete(String topic, String id) {
        Checks.topic(topic);
        Checks.id(id);
        return changing(now -> store.delete(topic, id));
    }

    @Override
    public int deleteDead(String topic, Duration olderThan) {
        Checks.topic(topic);
        Checks.notNegative("olderThan", olderThan);
        return changing(now -> store.deleteDead(topic, olderThan, now));
    }

    @Override
    public void repair(Collection<String> topics) {
        change(now -> topics.forEach(topic -> shards.all().forEach(shard -> shard.repair(topic))));
    }

    @Override
    public void pause(String topic) {
        Checks.topic(topic);
        change(now -> shards.pause(topic));
    }

    @Override
    public void resume(String topic) {
        Checks.topic(topic);
        change(now -> shards.resume(topic));
    }

    @Override
    public Set<String> paused() {
        return changing(now -> Set.copyOf(shards.paused()));
    }

    @Override
    public void changeShards(int number) {
        change(now -> shards.change(number));
    }

    @Override
    public int shards() {
        return changing(now -> shards.all().size());
    }

    @Override
    public ShardState poll(int shard) {
        return changing(now -> shards.get(shard).poll(now));
    }

    @Override
    public Claim claim(ClaimRequest request) {
        return changing(now -> {
            claimers.add(Thread.currentThread());
            return shards.get(request.shard()).claim(request, now);
        });
    }

    @Override
    public Set<String> ack(Lease lease, Collection<String> ids) {
        return changing(now -> shards.get(lease.shard()).ack(lease, ids));
    }

    @Override
    public Set<String> retry(Lease lease, Collection<Retry> retries) {
        return changing(now -> shards.get(lease.shard()).retry(lease, retries, now));
    }

    @Override
    public Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive) {
        return changing(now -> shards.get(lease.shard()).release(lease, ids, delay, mayStillArrive, now));
    }

    @Override
    public Set<String> renew(Lease lease, Collection<String> ids, Duration duration) {
        return changing(now -> shards.get(lease.shard()).renew(lease, ids, duration, now));
    }

    @Override
    public Burial bury(Lease lease, Collection<GivenUp> messages) {
        return changing(now -> shards.get(lease.shard()).bury(lease, messages, now));
    }

    @Override
    public void defer(int shard, Map<String, Duration> delays) {
        change(now -> delays.forEach((topic, delay) -> shards.get(shard).defer(topic, delay, now)));
    }

    @Override
    public Set<String> deferIfLeft(int shard, Duration left, Map<String, Duration> delays) {
        return changing(now -> delays.entrySet().stream()
                .filter(topic -> shards.get(shard).deferIfLeft(topic.getKey(), left, topic.getValue(), now))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet()));
    }

    @Override
    public Subscription subscribe(WakeUpListener listener) {
        return changing(now -> signals.subscribe(listener));
    }

    @Override
    public List<Instance> heartbeat(String id, String application, Duration life) {
        Checks.name("id", id);
        Checks.application(application);
        Checks.positive("life", life);
        return changing(now -> instances.beat(id, application, life, now));
    }

    @Override
    public void leave(String id) {
        Checks.name("id", id);
        change(now -> {
            if (instances.remove(id)) {
                signals.left(id);
            }
        });
    }

    @Override
    public List<Instance> instances() {
        return changing(instances::alive);
    }

    /** For AssertJ: {@code assertThat(queue)} answers what was scheduled, cancelled or given up. */
    @Override
    public DelayQueueAssert assertThat() {
        return new DelayQueueAssert(this);
    }

    Instant now() {
        return clock.instant();
    }

    BodyConverter converter() {
        return intake.converter();
    }

    /** The topics that have or had messages. */
    Set<String> topics() {
        return changing(now -> shards.topics());
    }

    boolean wasCancelled(String topic, String id) {
        return changing(now -> cancelled.contains(new MessageName(topic, id)));
    }

    /** When one of these topics is to be looked at next, or null where none is. */
    @Nullable
    Instant next(Predicate<String> topics) {
        Long next = changing(now -> shards.next(topics));
        return next == null ? null : Instant.ofEpochMilli(next);
    }

    /** Waits until nothing of these topics is due or under lease, and says whether that came in time. */
    boolean awaitQuiet(Predicate<String> topics, Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lockInterruptibly();
        try {
            while (!shards.isQuiet(topics, new Moment(clock.instant()))) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets all that it was told: messages, pauses, numbers of shards, instances. */
    void clear() {
        change(now -> {
            shards.clear();
            cancelled.clear();
            instances.clear();
        });
    }

    /**
     * Lets the threads that have claimed messages and have not ended change nothing any more: they are stuck in handlers,
     * and what they send when they come back is no message of the next test.
     */
    void shutOutClaimers() {
        change(now -> {
            claimers.removeIf(thread -> !thread.isAlive() || thread == Thread.currentThread());
            shutOut.addAll(claimers);
        });
    }

    private record MessageName(String topic, String id) {}

    private void clockMoved() {
        change(now -> shards.all().forEach(shard -> signal(shard.number(), shard.head(), now)));
    }

    /** Does a call as a whole, then wakes whoever waits, and signals for each shard whose head got earlier. */
    private <R> R changing(Function<Moment, R> call) {
        lock.lock();
        try {
            Moment now = new Moment(clock.instant());
            checkAdmitted();
            List<WakeOrder.@Nullable Wake> before =
                    shards.all().stream().map(MemoryShard::head).toList();
            R answer = call.apply(now);
            changed.signalAll();
            for (int number = 0; number < Math.min(before.size(), shards.all().size()); number++) {
                WakeOrder.Wake was = before.get(number);
                WakeOrder.Wake is = shards.get(number).head();
                if (is != null && (was == null || is.at() < was.at())) {
                    signal(number, is, now);
                }
            }
            return answer;
        } finally {
            lock.unlock();
        }
    }

    private void checkAdmitted() {
        if (shutOut.contains(Thread.currentThread())) {
            throw new IllegalStateException("A listener that did not return in time can't use the queue any more");
        }
    }

    private void change(Consumer<Moment> call) {
        boolean unused = changing(now -> {
            call.accept(now);
            return true;
        });
    }

    private void signal(int shard, WakeOrder.@Nullable Wake head, Moment now) {
        if (head != null) {
            signals.wakeUp(shard, head.topic(), Duration.between(now.instant(), Instant.ofEpochMilli(head.at())));
        }
    }

    /** Collects what a queue is made of. */
    public static final class Builder {

        private Clock clock = Clock.systemUTC();
        private BodyConverter converter = new TextBodies();
        private Limits limits = Limits.DEFAULTS;
        private int shards = 1;

        private Builder() {}

        /** The queue's clock; a {@link MovableClock} wakes it when it is moved. */
        public Builder clock(Clock clock) {
            this.clock = clock;
            return this;
        }

        /** What writes and reads bodies that are not text. */
        public Builder converter(BodyConverter converter) {
            this.converter = converter;
            return this;
        }

        /** What a send may ask for; {@link Limits#DEFAULTS} if not said. */
        public Builder limits(Limits limits) {
            this.limits = limits;
            return this;
        }

        /** The number of shards at first, 1 to 1,024. */
        public Builder shards(int shards) {
            this.shards = shards;
            return this;
        }

        /**
         * The queue, empty.
         *
         * @throws IllegalArgumentException if the number of shards is not 1 to 1,024
         */
        public InMemoryDelayQueue build() {
            return new InMemoryDelayQueue(this);
        }
    }
}
