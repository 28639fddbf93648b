package org.delay.redisson.engine.settle;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueException.UnreadableBody;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.ErrorText;
import org.jspecify.annotations.Nullable;

/** Decides what becomes of a message: before it is handed to the consumer, and after the consumer threw. */
@RequiredArgsConstructor
public final class FailureClassifier {

    /** Long enough for an instance of the later version to take it. */
    private static final Duration FOR_ANOTHER_INSTANCE = Duration.ofSeconds(10);

    private static final int MAX_DEPTH = 20;

    private final RetryPolicy retry;
    private final TopicRules rules;
    private final int maxLeaseExpirations;

    /**
     * Whether a message is to be delivered at all.
     *
     * @param now Redis's clock, microseconds
     * @return null to deliver it
     */
    public @Nullable Disposition beforeDelivery(Claimed claimed, long now) {
        switch (claimed.form()) {
            case NEWER -> {
                return new Disposition.Release(FOR_ANOTHER_INSTANCE, false);
            }
            case DAMAGED -> {
                return new Disposition.Bury("Its stored form is missing or damaged", false, null);
            }
            case READABLE -> {}
        }
        if (claimed.leaseExpirations() >= maxLeaseExpirations) {
            return new Disposition.Bury(
                    "Its lease expired " + claimed.leaseExpirations()
                            + " times, which is the limit ('delay.redisson.max-lease-expirations')",
                    false,
                    null);
        }
        Duration timeToLive = claimed.timeToLive();
        if (timeToLive == null) {
            return null;
        }
        Duration lateness = lateness(claimed.message(), now);
        return lateness.compareTo(timeToLive) > 0 ? new Disposition.Expired(lateness) : null;
    }

    /** The time since the message's due time, or zero if it is not due yet. */
    public static Duration lateness(DelayedMessage message, long now) {
        long micros = now - TimeUnit.MILLISECONDS.toMicros(message.dueTime().toEpochMilli());
        return Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(Math.max(0, micros)));
    }

    /** The outermost exception among the thrown one and its causes that has a meaning here, or else the thrown one. */
    public static Throwable meaning(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            if (cause instanceof PartialFailure
                    || cause instanceof PermanentFailure
                    || cause instanceof DestinationUnavailable
                    || cause instanceof UnreadableBody
                    || cause instanceof OutcomeUnknown) {
                return cause;
            }
            cause = ErrorText.cause(cause);
        }
        return thrown;
    }

    /** What becomes of a message whose delivery ended with this. */
    public Disposition afterFailure(Claimed claimed, Throwable thrown) {
        DelayedMessage message = claimed.message();
        Throwable meaning = meaning(thrown);
        if (meaning instanceof DestinationUnavailable unavailable) {
            return new Disposition.Release(unavailable.retryAfter(), unavailable.mayStillArrive());
        }
        if (meaning instanceof PermanentFailure
                || (meaning instanceof UnreadableBody unreadable && isOf(unreadable, message))) {
            return new Disposition.Bury(ErrorText.of(thrown, message.body()), false, thrown);
        }
        return failed(claimed, thrown, meaning instanceof OutcomeUnknown);
    }

    /** Another message's body says nothing about this one: handlers may read what they got elsewhere. */
    private static boolean isOf(UnreadableBody unreadable, DelayedMessage message) {
        return unreadable.topic().equals(message.topic()) && unreadable.ids().contains(message.id());
    }

    /** One more failure: tried again, or given up. */
    public Disposition failed(Claimed claimed, Throwable cause, boolean mayStillArrive) {
        return retry(claimed.message().topic())
                .delayAfter(claimed.failures() + 1)
                .<Disposition>map(delay -> new Disposition.TryAgain(delay, mayStillArrive, cause))
                .orElseGet(() -> new Disposition.Bury(
                        ErrorText.of(cause, claimed.message().body()), mayStillArrive, cause));
    }

    private RetryPolicy retry(String topic) {
        TopicRule rule = rules.of(topic);
        return rule == null || rule.retry() == null ? retry : rule.retry();
    }
}
