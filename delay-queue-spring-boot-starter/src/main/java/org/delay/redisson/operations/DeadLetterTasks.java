package org.delay.redisson.operations;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.BulkRequest;
import org.delay.redisson.BulkTask;
import org.delay.redisson.Checks;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueMessage;
import org.jspecify.annotations.Nullable;

/**
 * Redrives and deletes many dead letters in the background, at a rate. A topic has one task at a time, whichever instance runs it, and
 * every instance sees and stops it. Safe for use by many threads.
 *
 * <p>Methods throw what those of {@link QueueOperations} throw.
 */
@Slf4j
@RequiredArgsConstructor
public final class DeadLetterTasks implements AutoCloseable {

    /** How long a task counts as running without a report. */
    private static final Duration LIFE = Duration.ofSeconds(15);

    /** How long a shutdown waits for a task to end its step. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final DelayQueueMessage queue;

    /** Told of each task that has ended: by the instance that worked on it or, if that is gone, by one of those that look for it. */
    private final Consumer<BulkTask> listener;

    /** The tasks of this instance, by their ids. */
    private final ConcurrentMap<String, BulkRun> running = new ConcurrentHashMap<>();

    /**
     * The answer to a begin.
     *
     * @param isNew whether this call began it; otherwise, the topic has a running task, and nothing was begun
     */
    public record Begun(BulkTask task, boolean isNew) {}

    /**
     * Begins to change the dead letters of a topic that match, unless it has a running task. Those that die later are left alone.
     *
     * @param perSecond the maximum number that is changed in a second, 1 to {@value BulkRequest#MAX_RATE}
     */
    public Begun begin(Access access, BulkRequest.Change change, DeadLetterFilter filter, int perSecond) {
        BulkRequest request = new BulkRequest(change, filter, perSecond, access.user());
        return AuditLog.record(
                access, Permission.OPERATE, filter.topic(), "begin a task: " + request, () -> begin(request));
    }

    private Begun begin(BulkRequest request) {
        String id = UUID.randomUUID().toString();
        BulkTask task = queue.beginTask(id, request, LIFE);
        if (!task.id().equals(id)) {
            return new Begun(task, false);
        }
        BulkRun run = new BulkRun(queue, task, this::ended);
        running.put(id, run);
        run.start();
        return new Begun(task, true);
    }

    private void ended(BulkTask task, BulkTask.State state, BulkTask.Progress progress, @Nullable BulkTask recorded) {
        running.remove(task.id());
        logEnd(task.request(), state, progress);
        if (recorded != null) {
            tell(recorded);
        }
    }

    private static void logEnd(BulkRequest request, BulkTask.State state, BulkTask.Progress progress) {
        var unused = AuditLog.record(
                Access.full(request.user()),
                Permission.OPERATE,
                request.filter().topic(),
                "task: " + request,
                () -> state + " " + progress);
    }

    private void tell(BulkTask ended) {
        try {
            listener.accept(ended);
        } catch (RuntimeException e) {
            log.warn("A listener failed when it was told that the task of topic {} has ended", topic(ended), e);
        }
    }

    private static String topic(BulkTask task) {
        return task.request().filter().topic();
    }

    /** Logs and tells of tasks whose instance died, once for all instances that look for them. */
    public void reportInterrupted() {
        for (BulkTask task : queue.tasks()) {
            if (task.state() == BulkTask.State.INTERRUPTED) {
                queue.reportTask(topic(task), task.id(), task.state(), task.progress())
                        .ifPresent(first -> {
                            logEnd(first.request(), first.state(), first.progress());
                            tell(first);
                        });
            }
        }
    }

    /** The last task of a topic; empty if there was none within a day. */
    public Optional<BulkTask> task(Access access, String topic) {
        access.require(Permission.VIEW, Checks.topic(topic));
        return queue.tasks().stream().filter(task -> topic(task).equals(topic)).findFirst();
    }

    /** The last task of each topic that the caller may see, the latest first. */
    public List<BulkTask> tasks(Access access) {
        return queue.tasks().stream()
                .filter(task -> access.may(Permission.VIEW, topic(task)))
                .toList();
    }

    /**
     * Asks the running task of a topic to stop, whichever instance runs it. It ends after the step at which it is, within a second
     * or so.
     *
     * @return the last task of the topic as it is now, or empty if there was none
     */
    public Optional<BulkTask> stop(Access access, String topic) {
        return AuditLog.record(
                access,
                Permission.OPERATE,
                Checks.topic(topic),
                "stop the task of topic " + topic,
                () -> queue.stopTask(topic));
    }

    /** Stops the tasks of this instance. */
    @Override
    public void close() {
        running.values().forEach(BulkRun::stop);
        running.values().forEach(run -> run.awaitEnd(PATIENCE));
    }
}
