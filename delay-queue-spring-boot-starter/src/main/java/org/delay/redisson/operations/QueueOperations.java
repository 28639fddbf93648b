package org.delay.redisson.operations;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.jspecify.annotations.Nullable;

/**
 * Shows and operates one queue, within what a caller may do. Safe for use by many threads.
 *
 * <p>All methods throw {@link AccessDenied} if the caller lacks a permission, {@link IllegalArgumentException} for an
 * argument that breaks a rule, and {@link org.delay.redisson.DelayQueueException} if the queue can't answer.
 */
@RequiredArgsConstructor
public final class QueueOperations {

    private final DelayQueueMessage queue;
    private final @Nullable DelayQueueTopicRegistrar registrar;
    private final TopicReadings readings;

    /**
     * All topics that the caller may see. Counts come from the shared readings, because there may be thousands of topics;
     * pauses are read now.
     *
     * @param patience how long to wait for a new reading
     * @throws TopicsUnavailable if there is no reading
     */
    public TopicsView topics(Access access, Duration patience) {
        Set<String> paused = queue.paused();
        TopicReadings.Reading reading = readings.current(patience)
                .orElseThrow(() -> new TopicsUnavailable("The topics can't be counted now", null));
        List<TopicView> topics = reading.counts().entrySet().stream()
                .filter(topic -> access.may(Permission.VIEW, topic.getKey()))
                .map(topic -> new TopicView(topic.getKey(), topic.getValue(), paused.contains(topic.getKey())))
                .toList();
        List<String> unread = reading.unread().stream()
                .filter(topic -> access.may(Permission.VIEW, topic))
                .toList();
        return new TopicsView(topics, unread, reading.age());
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

    /** Performs the operation. All of them can be repeated safely. */
    public Outcome perform(Access access, Operation operation) {
        access.require(operation.permission(), operation.topic());
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

    /** The queue's results have the names of outcomes; a test compares them. */
    private static Outcome outcome(Enum<?> result) {
        return Outcome.valueOf(result.name());
    }

    private boolean isRegistered(String topic) {
        if (registrar == null) {
            return false;
        }
        try {
            return registrar.pullAll().contains(topic);
        } catch (RuntimeException e) {
            // Not as it is: it may be of any type, and none of the caller's faults.
            throw new TopicsUnavailable(
                    "The topic registrar failed (" + e.getClass().getSimpleName() + ")", e);
        }
    }
}
