package org.delay.redisson.journal;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.delay.redisson.AdminOperations;
import org.delay.redisson.BulkResult;
import org.delay.redisson.CancelResult;
import org.delay.redisson.Checks;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterPage.Letter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.TopicDeletion;
import org.delay.redisson.journal.store.MessageKey;

/** A queue whose messages are recorded in a database before Redis learns of them, and whose ends are before Redis forgets them. */
final class JournaledQueue extends ForwardingDelayQueue {

    private final ChosenTopics topics;
    private final Supplier<JournalParts> parts;
    private final MixedSends sends;
    private final Peers peers;

    /**
     * A queue.
     *
     * @param topics whose messages are recorded. Others' are left to Redis, except that ends are recorded wherever there is a row
     * @param parts asked at the first call, because the database may be ready only then
     */
    JournaledQueue(DelayQueueMessage queue, ChosenTopics topics, Supplier<JournalParts> parts) {
        super(queue);
        this.topics = topics;
        this.parts = parts;
        this.sends = new MixedSends(topics, queue, parts);
        this.peers = new Peers(queue.service());
    }

    @Override
    public <T> void addDelayQueue(T value, long delay, TimeUnit timeUnit, String queueCode) {
        new DelayQueueMessageProducer(this).sendMessage(queueCode, value, delay, timeUnit);
    }

    @Override
    public List<Receipt> schedule(Collection<OutgoingMessage> messages) {
        return sends.send(messages);
    }

    @Override
    public CompletableFuture<List<Receipt>> scheduleAsync(Collection<OutgoingMessage> messages) {
        return sends.sendAsync(messages);
    }

    /** It would take messages without recording that. */
    @Override
    public String getDelayQueue(String queueCode) throws InterruptedException {
        if (!isRecorded(queueCode)) {
            return delegate().getDelayQueue(queueCode);
        }
        throw refusedReceive();
    }

    @Override
    public <T> T getDelayQueue(String queueCode, Class<T> type) throws InterruptedException {
        if (!isRecorded(queueCode)) {
            return delegate().getDelayQueue(queueCode, type);
        }
        throw refusedReceive();
    }

    private boolean isRecorded(String topic) {
        return topics.contains(Checks.topic(topic));
    }

    private static IllegalStateException refusedReceive() {
        return new IllegalStateException(
                "getDelayQueue does not work with the journal, which could not record that a message"
                        + " is taken. Receive with a @DelayQueueListener or a DelayQueueMessageConsumer");
    }

    @Override
    public CancelResult cancel(String topic, String id) {
        return isRecorded(topic)
                ? parts.get().cancels().cancel(key(topic, id), parts.get().redis())
                : delegate().cancel(topic, id);
    }

    @Override
    public RescheduleResult reschedule(String topic, String id, Duration delay) {
        return isRecorded(topic)
                ? parts.get()
                        .reschedules()
                        .reschedule(
                                key(topic, id), delay, delegate(), parts.get().redis())
                : delegate().reschedule(topic, id, delay);
    }

    @Override
    public RedriveResult redrive(String topic, String id) {
        return isRecorded(topic)
                ? parts.get().redrives().redrive(key(topic, id), this::send)
                : delegate().redrive(topic, id);
    }

    @Override
    public BulkResult redriveDead(DeadLetterFilter filter) {
        return isRecorded(filter.topic())
                ? parts.get().redrives().redrive(filter, this::send)
                : delegate().redriveDead(filter);
    }

    @Override
    public BulkResult redriveDead(String topic, Collection<Letter> letters) {
        return isRecorded(topic)
                ? parts.get().redrives().redrive(topic, AdminOperations.checkLetters(letters), this::send)
                : delegate().redriveDead(topic, letters);
    }

    @Override
    public BulkResult deleteDead(String topic, Collection<Letter> letters) {
        return isRecorded(topic)
                ? parts.get().deletions().delete(topic, AdminOperations.checkLetters(letters))
                : delegate().deleteDead(topic, letters);
    }

    private Receipt send(OutgoingMessage message) {
        return schedule(List.of(message)).get(0);
    }

    @Override
    public DeleteResult delete(String topic, String id) {
        return isRecorded(topic)
                ? parts.get().deletions().delete(key(topic, id))
                : delegate().delete(topic, id);
    }

    @Override
    public int deleteDead(String topic, Duration olderThan) {
        return isRecorded(topic)
                ? parts.get()
                        .deletions()
                        .delete(DeadLetterFilter.of(topic).withOlderThan(olderThan))
                        .changed()
                : delegate().deleteDead(topic, olderThan);
    }

    @Override
    public BulkResult deleteDead(DeadLetterFilter filter) {
        return isRecorded(filter.topic())
                ? parts.get().deletions().delete(filter)
                : delegate().deleteDead(filter);
    }

    @Override
    public TopicDeletion deleteTopic(String topic, boolean force) {
        if (!force || !isRecorded(topic)) {
            return delegate().deleteTopic(topic, force);
        }
        parts.get().topics().cancelAll(Checks.topic(topic));
        return RecordedCalls.call(true, () -> delegate().deleteTopic(topic, true));
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        // Half of the lease, since this may repeat a claim that was not answered: the lease began with that one.
        long until = System.nanoTime() + request.lease().toNanos() / 2;
        ClaimResult claim = parts.get().deliverable(delegate().claim(request));
        parts.get().leases().add(claim, until);
        return claim;
    }

    @Override
    public Set<String> ack(Lease lease, Collection<String> ids) {
        return parts.get().settlements().ack(lease, ids);
    }

    @Override
    public Burial bury(Lease lease, Collection<GivenUp> messages) {
        return parts.get().settlements().bury(lease, messages);
    }

    @Override
    public Set<String> retry(Lease lease, Collection<Retry> retries) {
        return parts.get().settlements().retry(lease, retries);
    }

    @Override
    public Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive) {
        return parts.get().settlements().release(lease, ids, delay, mayStillArrive);
    }

    @Override
    public Set<String> renew(Lease lease, Collection<String> ids, Duration duration) {
        return parts.get().settlements().renew(lease, ids, duration);
    }

    @Override
    public List<Instance> heartbeat(String id, String application, Duration life) {
        return heartbeat(id, application, life, 0).alive();
    }

    @Override
    public Membership heartbeat(String id, String application, Duration life, long known) {
        return peers.heard(delegate().heartbeat(id, Peers.marked(application), life, known));
    }

    @Override
    public List<Instance> instances() {
        return Peers.unmarked(delegate().instances());
    }

    private static MessageKey key(String topic, String id) {
        return new MessageKey(Checks.topic(topic), Checks.id(id));
    }
}
