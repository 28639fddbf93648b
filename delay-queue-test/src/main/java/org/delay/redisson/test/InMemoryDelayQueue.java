package org.delay.redisson.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.assertj.core.api.AssertProvider;
import org.delay.redisson.BodyConverter;
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
public final class InMemoryDelayQueue extends MemoryReportCalls
        implements DelayQueueMessage, AssertProvider<DelayQueueAssert> {

    private final Intake intake;
    private final MemoryShards shards;
    private final MemoryStore store;
    private final MemoryMonitor monitor;
    private final MemorySender sender;
    private final MemoryReceiver receiver;
    private final StoredMessages stored;
    private final MemoryRevisions revisions;

    private InMemoryDelayQueue(Intake intake, MemoryMonitor monitor, MemoryShards shards, Signals signals) {
        super(monitor, shards, signals);
        this.intake = intake;
        this.monitor = monitor;
        this.shards = shards;
        store = new MemoryStore(shards);
        sender = new MemorySender(monitor, store);
        receiver = new MemoryReceiver(monitor, store, signals, intake.converter());
        stored = new StoredMessages(monitor, shards, store, intake.converter());
        revisions = new MemoryRevisions(intake, monitor, shards, store, new MemoryDeadLetters(shards));
    }

    /** A queue with one shard, the real time, the default limits, and text for bodies, unless more is said. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Optional<RevisionedStore> revisions() {
        return Optional.of(revisions);
    }

    @Override
    public <T> void addDelayQueue(T value, long delay, TimeUnit timeUnit, String queueCode) {
        new DelayQueueMessageProducer(this).sendMessage(queueCode, value, delay, timeUnit);
    }

    @Override
    public String getDelayQueue(String queueCode) throws InterruptedException {
        return receiver.receive(queueCode).body();
    }

    @Override
    public <T> T getDelayQueue(String queueCode, Class<T> type) throws InterruptedException {
        return receiver.receive(queueCode, type);
    }

    @Override
    public List<Receipt> schedule(Collection<OutgoingMessage> messages) {
        return sender.send(intake.check(messages));
    }

    @Override
    public CompletableFuture<List<Receipt>> scheduleAsync(Collection<OutgoingMessage> messages) {
        return sender.sendAsync(intake.check(messages));
    }

    @Override
    public CancelResult cancel(String topic, String id) {
        Intake.checkName(topic, id);
        return monitor.changing(now -> store.cancel(topic, id));
    }

    @Override
    public RescheduleResult reschedule(String topic, String id, Duration delay) {
        Intake.checkName(topic, id);
        intake.limits().checkDelay(delay);
        return monitor.changing(now -> store.reschedule(topic, id, delay, now));
    }

    @Override
    public Optional<StoredMessage> find(String topic, String id) {
        Intake.checkName(topic, id);
        return monitor.changing(now -> store.find(topic, id));
    }

    @Override
    public Page list(String topic, State state, @Nullable String cursor, int limit) {
        Checks.topic(topic);
        int from = Intake.checkPage(cursor, limit);
        return monitor.changing(now -> store.list(topic, state, from, limit));
    }

    @Override
    public Counts counts(String topic) {
        Checks.topic(topic);
        return monitor.changing(now -> store.counts(topic, now));
    }

    /** For AssertJ: {@code assertThat(queue)} checks what was scheduled, cancelled or given up. */
    @Override
    public DelayQueueAssert assertThat() {
        return new DelayQueueAssert(this, stored);
    }

    StoredMessages stored() {
        return stored;
    }

    /** When one of these topics is to be looked at next, or null if none is. */
    @Nullable
    Instant next(Predicate<String> topics) {
        Long next = monitor.changing(now -> shards.next(topics));
        return next == null ? null : Instant.ofEpochMilli(next);
    }

    /** Waits until nothing of these topics is due or under lease, and says whether that came in time. */
    boolean awaitQuiet(Predicate<String> topics, Duration patience) throws InterruptedException {
        return monitor.awaitThat(now -> shards.isQuiet(topics, now), patience);
    }

    /** Forgets messages, pauses, numbers of shards, and instances. */
    void clear() {
        monitor.change(now -> store.clear());
        forgetInstances();
        forgetReports();
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
            Signals signals = new Signals();
            MemoryShards parts = new MemoryShards(shards);
            MemoryMonitor monitor = new MemoryMonitor(clock, parts, signals);
            if (clock instanceof MovableClock movable) {
                movable.onMove(monitor::clockMoved);
            }
            return new InMemoryDelayQueue(new Intake(limits, converter, clock), monitor, parts, signals);
        }
    }
}
