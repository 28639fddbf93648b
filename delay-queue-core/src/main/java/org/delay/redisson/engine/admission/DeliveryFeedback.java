package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.List;
import lombok.AccessLevel;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.engine.report.DestinationStatus;

/** Tells the gates what became of deliveries, and what follows from that for deliveries to come. Used by many threads. */
@RequiredArgsConstructor(access = AccessLevel.PACKAGE)
public final class DeliveryFeedback {

    /** So many calls may go on beside those of the workers, after {@link #handsOver}. */
    public static final int MOST_HANDED_OVER = HandedOverCalls.MOST;

    private final DestinationBreakers destinations;
    private final StuckThreads stuck;
    private final WorkerShares shares;
    private final ClaimSize sizes;

    /** A message of the topic was delivered. */
    public void delivered(String topic) {
        destinations.of(topic).delivered(topic);
    }

    /** A message of the topic failed, though its destination is available. */
    public void failed(String topic) {
        destinations.of(topic).answered(topic);
    }

    /** The destination accepts nothing of the topic, or of any topic. */
    public void unavailable(String topic, DestinationUnavailable cause) {
        if (cause.isOfTopicOnly()) {
            destinations.of(topic).unavailableAlone(topic, cause);
        } else {
            destinations.of(topic).unavailable(topic, cause);
        }
    }

    /** Whether messages of the topic that were claimed should go back rather than be delivered. */
    public boolean isUnavailable(String topic) {
        return destinations.of(topic).isUnavailable(topic);
    }

    /** How the destinations are that had messages since the start, in order of their names. */
    public List<DestinationStatus> destinations() {
        return destinations.statuses();
    }

    /** Whether a topic can only be claimed as a probe: it, or its destination, was unavailable. */
    boolean needsProbe(String topic) {
        return destinations.of(topic).needsProbe(topic);
    }

    /** Stops a topic that needs a probe, and has no turn. */
    Admission.Deferred defer(String topic) {
        return destinations.defer(topic);
    }

    /** A worker hands over what it has claimed, in no handler slot. */
    public void handling(Object worker) {
        shares.handling(worker);
    }

    /** A worker has a slot, and calls the handler with what it has claimed. Returns false if the messages must go back instead. */
    public boolean tryBegin(Object worker) {
        return shares.tryBegin(worker);
    }

    /** A worker has come back from the handler. */
    public void handled(Object worker) {
        shares.handled(worker);
    }

    /** How long a call of the topic may take before others do not wait for it any more. */
    public Duration patience(String topic) {
        return shares.patience(topic);
    }

    /** Whether no call of the topic has returned so far, though its destination answers: perhaps the topic does not exist there. */
    public boolean isNewWhereDestinationAnswers(String topic) {
        return shares.isNewWhereDestinationAnswers(topic);
    }

    /**
     * A worker's handler takes longer than its topic's {@link #patience}, so it may hang. If its destination allows one call at
     * a time, the next one may begin. May be said again.
     */
    public void takesLong(Object worker, String topic) {
        shares.takesLong(worker);
        destinations.of(topic).takesLong(topic);
    }

    /**
     * As much is to be done about a call that takes long as may be. Returns whether that is new for its topic: then the call
     * takes no worker from others any more, though it goes on.
     */
    public boolean handsOver(Object worker) {
        return shares.handsOver(worker);
    }

    /**
     * A batch was handled to its end.
     *
     * @param limit how many messages were asked for
     * @param claimed how many there were
     * @param handled how many of them were handled, at least one; the others were dropped, released or lost
     * @param nanos how long handling them took
     */
    public void handled(String topic, int limit, int claimed, int handled, long nanos) {
        sizes.took(topic, limit, claimed, handled, nanos);
    }

    /**
     * Messages of a batch had expired before they were delivered.
     *
     * @param limit how many messages were asked for
     * @param expired how many had expired; messages that are released for another instance do not count
     */
    public void expired(String topic, int limit, int expired) {
        sizes.expired(topic, limit, expired);
    }

    /** A thread is about to be interrupted in the topic's handler; it may come back at once. */
    public void interrupting(String topic) {
        stuck.interrupting(topic);
    }

    /** Another worker replaces one that was interrupted in the topic's handler. */
    public void replaced(Object worker, String topic) {
        shares.replaced(worker);
        stuck.replaced(topic);
    }

    /** A thread that was interrupted in the topic's handler has come back. */
    public void cameBack(String topic) {
        stuck.cameBack(topic);
    }
}
