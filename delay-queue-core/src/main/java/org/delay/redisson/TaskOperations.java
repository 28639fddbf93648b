package org.delay.redisson;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Remembers bulk tasks, so that all instances of a service know them, and no topic has two at a time. Does none of their work.
 * Threads and exceptions are those of {@link DelayQueueMessage}. All calls can be repeated.
 */
public interface TaskOperations {

    /**
     * Records that a task begins, unless another one of its topic is running.
     *
     * @param id unique for each start: a name by the rule for topics
     * @param life how long it counts as running without a report, at least 1 ms
     * @return this task, or the one that is running
     */
    BulkTask beginTask(String id, BulkRequest request, Duration life);

    /**
     * Reports the progress of a running task. It counts as running for its life again.
     *
     * <p>{@link BulkTask.State#INTERRUPTED} is reported by instances that see that a task has ended without a report. Of all that do,
     * one gets an answer, so that it can tell others once. The progress stays as the task has reported it.
     *
     * @param state {@link BulkTask.State#RUNNING}, or how it has ended
     * @return the task, which says whether somebody wants it to stop. Empty if it no longer counts as running: then it must
     *     not change anything, because another one may have begun
     */
    Optional<BulkTask> reportTask(String topic, String id, BulkTask.State state, BulkTask.Progress progress);

    /** Asks the running task of a topic to stop. Returns the last task of the topic, or empty if none is remembered. */
    Optional<BulkTask> stopTask(String topic);

    /** The last task of each topic, the latest first. Tasks that ended are remembered for a day. */
    List<BulkTask> tasks();
}
