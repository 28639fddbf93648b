package org.delay.redisson.operations;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BulkResult;
import org.delay.redisson.Checks;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.TopicDeletion;
import org.jspecify.annotations.Nullable;

/**
 * Shows and operates one queue, within what a caller may do. Safe for use by many threads.
 *
 * <p>All methods throw {@link AccessDenied} if the caller lacks a permission, {@link IllegalArgumentException} for an
 * argument that breaks a rule, and {@link org.delay.redisson.DelayQueueException} if the queue can't answer.
 */
@RequiredArgsConstructor
public final class QueueOperations {

    /** How many topics are on one page at most. */
    public static final int MAX_TOPICS = 1_000;

    private final DelayQueueMessage queue;
    private final @Nullable DelayQueueTopicRegistrar registrar;
    private final TopicReadings readings;

    /**
     * A page of the topics that the caller may see, and the sum of all of them. Counts come from the shared readings, because
     * there may be very many topics; pauses are read now.
     *
     * @param page up to {@value #MAX_TOPICS} topics
     * @param patience how long to wait for a new reading
     * @throws TopicsUnavailable if there is no reading
     */
    public TopicsView topics(Access access, PageRequest page, Duration patience) {
        Checks.range("limit", page.limit(), 1, MAX_TOPICS);
        Set<String> paused = queue.paused();
        TopicReadings.Reading reading = readings.current(patience).orElseThrow(TopicsUnavailable::unread);
        return TopicsView.of(reading, paused, topic -> access.may(Permission.VIEW, topic), page);
    }

    /**
     * One topic, counted now.
     *
     * @return empty if nothing is known of it: it has no messages, is not registered and not paused
     * @throws TopicsUnavailable if the registrar fails
     */
    public Optional<TopicView> topic(Access access, String topic) {
        access.require(Permission.VIEW, topic);
        boolean paused = queue.paused().contains(topic);
        Counts counts = queue.counts(topic);
        boolean hasMessages = counts.due() + counts.leased() + counts.dead() > 0;
        return hasMessages || paused || isRegistered(topic)
                ? Optional.of(new TopicView(topic, counts, paused))
                : Optional.empty();
    }

    /** One message in any state, or empty if there is none with this id. */
    public Optional<MessageView> message(Access access, String topic, String id) {
        access.require(Permission.VIEW, topic);
        boolean showsValues = access.may(Permission.VALUES, topic);
        return queue.find(topic, Checks.id(id)).map(stored -> new MessageView(stored, showsValues));
    }

    /** A page of a topic's messages in one state, in the order of {@link DelayQueueMessage#list}. */
    public MessagePage messages(Access access, String topic, State state, PageRequest request) {
        access.require(Permission.VIEW, topic);
        boolean showsValues = access.may(Permission.VALUES, topic);
        Page page = queue.list(topic, state, request.cursor(), request.limit());
        List<MessageView> messages = page.messages().stream()
                .map(stored -> new MessageView(stored, showsValues))
                .toList();
        return new MessagePage(messages, page.next());
    }

    /** The live instances that dispatch, the oldest first. */
    public List<Instance> instances(Access access) {
        access.require(Permission.VIEW, Access.ALL_TOPICS);
        return queue.instances().stream()
                .sorted(Comparator.comparing(Instance::age).reversed().thenComparing(Instance::id))
                .toList();
    }

    /** As {@link DelayQueueMessage#clockBehind}. */
    public Duration clockBehind() {
        return queue.clockBehind();
    }

    /** Performs the operation, and logs it with the user's name. All of them can be repeated safely. */
    public Outcome perform(Access access, Operation operation) {
        return AuditLog.record(access, operation.permission(), operation.topic(), operation, () -> perform(operation));
    }

    private Outcome perform(Operation operation) {
        String topic = operation.topic();
        if (operation instanceof Operation.Cancel cancel) {
            return outcome(queue.cancel(topic, cancel.id()));
        } else if (operation instanceof Operation.Reschedule reschedule) {
            return outcome(queue.reschedule(topic, reschedule.id(), reschedule.delay()));
        } else if (operation instanceof Operation.Redrive redrive) {
            return outcome(queue.redrive(topic, redrive.id()));
        } else if (operation instanceof Operation.Delete delete) {
            return outcome(queue.delete(topic, delete.id()));
        } else if (operation instanceof Operation.Pause) {
            queue.pause(topic);
            return Outcome.PAUSED;
        } else if (operation instanceof Operation.Resume) {
            queue.resume(topic);
            return Outcome.RESUMED;
        }
        queue.repair(List.of(topic));
        return Outcome.REPAIRED;
    }

    /** Redrives the dead letters that match. Can be repeated safely. Logged, as all changes. */
    public BulkResult redriveDead(Access access, DeadLetterFilter filter) {
        return AuditLog.record(
                access,
                Permission.OPERATE,
                filter.topic(),
                "redrive dead letters: " + filter,
                () -> queue.redriveDead(filter));
    }

    /** Deletes the dead letters that match. Can be repeated safely. */
    public BulkResult deleteDead(Access access, DeadLetterFilter filter) {
        return AuditLog.record(
                access,
                Permission.OPERATE,
                filter.topic(),
                "delete dead letters: " + filter,
                () -> queue.deleteDead(filter));
    }

    /**
     * Deletes a topic and its registration. Can be repeated safely.
     *
     * @param force whether to delete its messages and dead letters too. Without it, a topic that has any is kept
     * @throws TopicsUnavailable if the registrar fails; the topic is empty then, but may still be listed
     */
    public TopicDeletion deleteTopic(Access access, String topic, boolean force) {
        String operation = "delete topic " + topic + (force ? " with its messages" : " if it is empty");
        return AuditLog.record(access, Permission.ADMINISTER, topic, operation, () -> {
            TopicDeletion deletion = queue.deleteTopic(topic, force);
            if (deletion.deleted()) {
                deregister(topic);
            }
            return deletion;
        });
    }

    /** Changes the number of shards, for new messages. Asks for the permission for {@link Access#ALL_TOPICS}. */
    public int changeShards(Access access, int shards) {
        return AuditLog.record(access, Permission.ADMINISTER, Access.ALL_TOPICS, "change shards to " + shards, () -> {
            queue.changeShards(shards);
            return shards;
        });
    }

    /** The queue's results have the names of outcomes; a test compares them. */
    private static Outcome outcome(Enum<?> result) {
        return Outcome.valueOf(result.name());
    }

    private boolean isRegistered(String topic) {
        return registrar != null && answered(() -> registrar.isRegistered(topic));
    }

    /** The queue may have another registrar, or none. */
    private void deregister(String topic) {
        DelayQueueTopicRegistrar known = registrar;
        if (known != null) {
            boolean unused = answered(() -> known.deregister(topic));
        }
    }

    private static boolean answered(BooleanSupplier registrar) {
        try {
            return registrar.getAsBoolean();
        } catch (RuntimeException e) {
            // Not as it is: it may be of any type, and none of the caller's faults.
            throw new TopicsUnavailable(
                    "The topic registrar failed (" + e.getClass().getSimpleName() + ")", e);
        }
    }
}
