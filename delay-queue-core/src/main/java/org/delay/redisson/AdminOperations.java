package org.delay.redisson;

import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What operators do: redrive and delete dead letters, pause, resume and delete topics, repair, and change the number of shards.
 * Threads and exceptions are those of {@link DelayQueueMessage}, which has all these calls.
 */
public interface AdminOperations {

    /** Makes a dead letter due now. Its attempts start at 1 again. */
    RedriveResult redrive(String topic, String id);

    /** Deletes a dead letter. */
    DeleteResult delete(String topic, String id);

    /**
     * Deletes the dead letters of a topic that are at least as old as the given time.
     *
     * @return how many were deleted
     */
    int deleteDead(String topic, Duration olderThan);

    /**
     * Redrives the dead letters that match, as {@link #redrive} does for each, in calls of up to 200. The oldest of a shard come
     * first. Messages that become dead letters during the call are left alone.
     *
     * <p>Any number of callers may do this at the same time: each dead letter is redriven only once. If the call throws an
     * exception, some may have been redriven; repeat the call for the rest.
     */
    BulkResult redriveDead(DeadLetterFilter filter);

    /** Deletes the dead letters that match. Otherwise as {@link #redriveDead}. */
    BulkResult deleteDead(DeadLetterFilter filter);

    /**
     * Finds dead letters that match, at most {@value DeadLetterPage#MAX_LETTERS} or as many as the filter's limit. This is
     * one step of {@link #redriveDead(DeadLetterFilter)}, for callers who wait between steps. The first page fixes the
     * latest time of death, so that messages that die meanwhile are left out. Letters may be changed between pages; others
     * are neither missed nor found twice.
     *
     * @param cursor null for the first page, then {@link DeadLetterPage#next()}
     */
    DeadLetterPage findDead(DeadLetterFilter filter, @Nullable String cursor);

    /**
     * Redrives these dead letters. One that is gone, or has died again since it was found, is left alone.
     *
     * @param letters of the topic, at most {@value DeadLetterPage#MAX_LETTERS}
     * @return how many were redriven or kept; {@code more} is false
     */
    BulkResult redriveDead(String topic, Collection<DeadLetterPage.Letter> letters);

    /** Deletes these dead letters. Otherwise as {@link #redriveDead(String, Collection)}. */
    BulkResult deleteDead(String topic, Collection<DeadLetterPage.Letter> letters);

    /**
     * Deletes a topic: its messages, its dead letters, its pause, and its name in the list of topics. Stop its senders
     * first: a message that is sent during or after this call brings the topic back. The list may miss it for a minute then.
     *
     * <p>If the call throws an exception, the topic may be partly deleted; repeat the call. The repeated call counts only what it
     * deletes itself.
     *
     * @param force whether to delete messages and dead letters. A delivery under way ends, but its settlement has no effect. If
     *     false, a topic that has any is not deleted
     */
    TopicDeletion deleteTopic(String topic, boolean force);

    /**
     * Pauses a topic for the whole service. Once this call returns, no application claims the topic's messages until
     * {@link #resume}, and {@link DelayQueueMessage#getDelayQueue(String)} takes none. Deliveries under way finish. Messages can still be sent, cancelled,
     * rescheduled and redriven; they become overdue without counting an attempt. The time to live continues: a message that
     * exceeds it is dropped when its turn comes.
     *
     * <p>Pausing a paused topic changes nothing. If the call throws an exception, the topic may be paused in some or all shards;
     * repeat the call.
     */
    void pause(String topic);

    /**
     * Resumes a topic: overdue messages are delivered at once. Changes nothing if the topic is not paused. If the call throws an
     * exception, repeat it.
     */
    void resume(String topic);

    /** The paused topics. */
    Set<String> paused();

    /**
     * Recomputes from their messages when topics must be polled next. Repairs inconsistencies after a backup was restored or keys
     * were edited by hand. Safe at any time.
     */
    void repair(Collection<String> topics);

    /**
     * Changes the number of shards. New messages are spread over this number of shards; existing messages stay where they are.
     *
     * @param shards 1 to {@value Checks#MAX_SHARDS}
     */
    void changeShards(int shards);

    /** Letters of a bulk call: at most {@value DeadLetterPage#MAX_LETTERS}. For implementations of the queue. */
    static Collection<DeadLetterPage.Letter> checkLetters(Collection<DeadLetterPage.Letter> letters) {
        Checks.range("letters.size", letters.size(), 0, DeadLetterPage.MAX_LETTERS);
        return letters;
    }
}
