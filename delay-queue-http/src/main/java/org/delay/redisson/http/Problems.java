package org.delay.redisson.http;

import java.time.Duration;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueException.Duplicate;
import org.delay.redisson.DelayQueueException.NotReplicated;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueException.Refused;
import org.delay.redisson.operations.AccessDenied;
import org.delay.redisson.operations.JournalBusy;
import org.delay.redisson.operations.JournalUnavailable;
import org.delay.redisson.operations.TopicsUnavailable;

/** What a failure means for a client. */
@Slf4j
final class Problems {

    private static final Duration SOON = Duration.ofSeconds(1);

    private Problems() {}

    static ApiProblem of(RuntimeException failure) {
        if (failure instanceof ApiProblem problem) {
            return problem;
        } else if (failure instanceof DelayQueueException ofQueue) {
            return of(ofQueue);
        } else if (failure instanceof IllegalArgumentException) {
            return ApiProblem.invalid(String.valueOf(failure.getMessage()));
        } else if (failure instanceof AccessDenied) {
            return new ApiProblem(ApiProblem.FORBIDDEN, "forbidden", String.valueOf(failure.getMessage()));
        } else if (failure instanceof TopicsUnavailable || failure instanceof JournalUnavailable) {
            return new ApiProblem(ApiProblem.UNAVAILABLE, "refused", String.valueOf(failure.getMessage()))
                    .retryAfter(SOON);
        } else if (failure instanceof JournalBusy) {
            return new ApiProblem(ApiProblem.CONFLICT, "busy", String.valueOf(failure.getMessage()));
        }
        log.error("A request to the HTTP API failed. If it was a send, it may have been stored.", failure);
        return new ApiProblem(ApiProblem.ERROR, "error", "The request failed; the log of the server says why");
    }

    /** With the id, where there is one message: a repetition under it leaves one message. */
    static ApiProblem of(DelayQueueException failure) {
        String id = failure.ids().size() == 1 ? failure.ids().get(0) : null;
        return bare(failure, String.valueOf(failure.getMessage()))
                .with("topic", failure.topic().isEmpty() ? null : failure.topic())
                .with("id", id);
    }

    private static ApiProblem bare(DelayQueueException failure, String text) {
        if (failure instanceof Refused) {
            return new ApiProblem(ApiProblem.UNAVAILABLE, "refused", text).retryAfter(SOON);
        } else if (failure instanceof Duplicate) {
            return new ApiProblem(ApiProblem.CONFLICT, "duplicate", text);
        } else if (failure instanceof NotReplicated) {
            return new ApiProblem(ApiProblem.UNKNOWN, "not-replicated", text);
        } else if (failure instanceof OutcomeUnknown) {
            return new ApiProblem(ApiProblem.UNKNOWN, "outcome-unknown", text);
        }
        return new ApiProblem(ApiProblem.ERROR, "error", text);
    }
}
