package org.delay.redisson.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.engine.report.ErrorText;
import org.delay.redisson.engine.settle.Disposition;
import org.delay.redisson.engine.settle.FailedMessages;
import org.delay.redisson.engine.settle.FailureClassifier;
import org.jspecify.annotations.Nullable;

/** Hands a batch's messages to the consumer, slice by slice, and decides about each. For one worker. */
@Slf4j
@RequiredArgsConstructor
final class BatchHandler {

    /** How long an ack waits for company while other messages of the batch are handled. */
    static final Duration ACK_DELAY = Duration.ofMillis(50);

    /** Another suspect is handled in this application at the moment. */
    private static final Disposition.Release ANOTHER_TIME = new Disposition.Release(PoisonMessageGuard.RETURN, false);

    /**
     * After so long the rest of a batch goes back, for other workers and instances: what was claimed while the handler was
     * fast must not wait in line when it turns slow.
     */
    private static final Duration HOARDING = Duration.ofSeconds(1);

    private final Workplace place;

    /**
     * Handles a batch to its end.
     *
     * @param limit how many messages were asked for
     * @return whether the batch was this worker's to the end
     */
    boolean handle(Batch batch, int limit) {
        List<Claimed> messages = deliverable(batch);
        batch.deliver(messages);
        boolean mine = messages.isEmpty() || handleSeated(batch, messages, limit);
        if (mine) {
            batch.settle();
        }
        return mine;
    }

    /** Handles messages while it has a seat; who takes the batch over takes the seat as well. */
    private boolean handleSeated(Batch batch, List<Claimed> messages, int limit) {
        if (!place.seats().take()) {
            messages.forEach(claimed -> batch.leased().decide(claimed, Disposition.Release.UNTOUCHED));
            return true;
        }
        boolean mine = true;
        try {
            mine = handleAll(batch, messages, limit);
        } finally {
            if (mine) {
                place.seats().leave();
            }
        }
        return mine;
    }

    private boolean handleAll(Batch batch, List<Claimed> messages, int limit) {
        if (PoisonMessageGuard.isSuspect(batch.claimed()) && !mayBeginAlone(batch)) {
            messages.forEach(claimed -> batch.leased().decide(claimed, ANOTHER_TIME));
            return true;
        }
        long began = place.ticker().nanos();
        if (!handleSlices(batch, messages, began)) {
            return false;
        }
        if (!place.isToPause(batch.topic())) {
            place.feedback()
                    .handled(
                            batch.topic(),
                            limit,
                            batch.claimed().size(),
                            place.ticker().nanos() - began);
        }
        return true;
    }

    /** Whether a suspect may begin, or goes back for another reason anyway. */
    private boolean mayBeginAlone(Batch batch) {
        return place.isToPause(batch.topic()) || place.quarantine().enter(batch);
    }

    private List<Claimed> deliverable(Batch batch) {
        List<Claimed> messages = new ArrayList<>(batch.claimed().size());
        for (Claimed claimed : batch.claimed()) {
            Disposition verdict = place.triage().beforeDelivery(claimed, batch.claimedAt());
            if (verdict == null) {
                messages.add(claimed);
                continue;
            }
            batch.leased().decide(claimed, verdict);
        }
        return messages;
    }

    private boolean handleSlices(Batch batch, List<Claimed> messages, long began) {
        int most = place.consumerBatch(batch.topic());
        long told = began;
        for (int from = 0; from < batch.size(); from += most) {
            boolean hoarding = from > 0 && place.ticker().nanos() - began > HOARDING.toNanos();
            if (hoarding || !mayBegin(batch, messages.size() - from)) {
                messages.subList(from, messages.size())
                        .forEach(claimed -> batch.leased().decide(claimed, Disposition.Release.UNTOUCHED));
                return true;
            }
            int to = Math.min(from + most, messages.size());
            if (batch.leased().areLost(messages.subList(from, to))) {
                continue;
            }
            if (!handleSlice(batch, from, to)) {
                return false;
            }
            long now = place.ticker().nanos();
            if (now - told >= ACK_DELAY.toNanos()) {
                told = now;
                place.settler().settleAside(batch.leased());
            }
        }
        return true;
    }

    private boolean mayBegin(Batch batch, int messages) {
        if (batch.leaseIsOver()) {
            log.warn(
                    "The lease of {} messages of topic {} was over before they could be handled; they come again",
                    messages,
                    batch.topic());
            return false;
        }
        return !place.isToPause(batch.topic());
    }

    private boolean handleSlice(Batch batch, int from, int to) {
        long began = place.ticker().nanos();
        List<Claimed> slice = batch.begin(from, to, began);
        Throwable thrown = deliver(batch.topic(), messages(slice));
        if (!batch.end()) {
            return false;
        }
        // What a handler left must not meet our own calls; the engine tells its threads to end by a signal.
        boolean left = Thread.interrupted();
        if (left) {
            log.debug("A handler of topic {} left its thread interrupted", batch.topic());
        }
        if (thrown == null) {
            done(batch, slice, began);
        } else {
            failed(batch, slice, began, thrown);
        }
        return true;
    }

    private static List<DelayedMessage> messages(List<Claimed> slice) {
        if (slice.size() == 1) {
            return List.of(slice.get(0).message());
        }
        return slice.stream().map(Claimed::message).toList();
    }

    private @Nullable Throwable deliver(String topic, List<DelayedMessage> messages) {
        try {
            messages.forEach(place.listener()::started);
            place.consumer().deliver(topic, messages);
            return null;
        } catch (Throwable e) {
            // Errors too: a handler's broken class or exhausted memory must not take the worker along.
            return e;
        }
    }

    private void done(Batch batch, List<Claimed> slice, long began) {
        Duration took = Duration.ofNanos(place.ticker().nanos() - began);
        slice.forEach(claimed -> done(batch, claimed, began, took));
        place.feedback().delivered(batch.topic());
    }

    private void done(Batch batch, Claimed claimed, long began, Duration took) {
        batch.leased().decide(claimed, Disposition.DONE);
        DelayedMessage message = claimed.message();
        place.listener().delivered(message, FailureClassifier.lateness(message, batch.redisTime(began)), took);
    }

    private void failed(Batch batch, List<Claimed> slice, long began, Throwable thrown) {
        FailedMessages failed = FailedMessages.of(
                thrown, slice.stream().map(claimed -> claimed.message().id()).toList());
        Duration took = Duration.ofNanos(place.ticker().nanos() - began);
        DestinationUnavailable unavailable = null;
        for (Claimed claimed : slice) {
            Throwable cause = failed.cause(claimed.message().id());
            if (cause == null) {
                done(batch, claimed, began, took);
                continue;
            }
            batch.leased().decide(claimed, place.triage().afterFailure(claimed, cause));
            Throwable meaning = FailureClassifier.meaning(cause);
            if (meaning instanceof DestinationUnavailable one && (unavailable == null || unavailable.isOfTopicOnly())) {
                unavailable = one;
            }
        }
        if (unavailable == null) {
            place.feedback().failed(batch.topic());
        } else {
            place.feedback().unavailable(batch.topic(), unavailable);
        }
    }

    /** Decides about what a handler that was interrupted leaves, and tells the queue. */
    void finish(Batch.Unfinished unfinished) {
        Batch batch = unfinished.batch();
        Throwable cause = new HandlerTookTooLong(batch.topic(), place.settings().maxProcessingTime());
        DestinationUnavailable unanswered = place.consumer().forwards(batch.topic())
                ? new DestinationUnavailable(ErrorText.line(cause, ""), true, cause)
                : null;
        for (Claimed claimed : unfinished.begun()) {
            Disposition verdict = unanswered == null
                    ? place.triage().failed(claimed, cause, true)
                    : place.triage().afterFailure(claimed, unanswered);
            batch.leased().decide(claimed, verdict);
        }
        if (unanswered != null) {
            place.feedback().unavailable(batch.topic(), unanswered);
        }
        unfinished.waiting().forEach(claimed -> batch.leased().decide(claimed, Disposition.Release.UNTOUCHED));
        batch.settle();
        unfinished.announce(place.listener());
    }
}
