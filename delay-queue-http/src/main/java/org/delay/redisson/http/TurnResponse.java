package org.delay.redisson.http;

import jakarta.servlet.AsyncContext;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;

/** Answers a request when it has had its turn, or that it got none in time. */
@Slf4j
@RequiredArgsConstructor
final class TurnResponse extends AsyncResponse {

    /** Less than the time-out of most clients. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final Turns turns;
    private final ApiTimer timer;
    private final int size;
    private final Supplier<ApiAnswer> handling;
    private final Function<ApiProblem, Answer> refused;

    @Override
    public void begin(AsyncContext async) {
        new Waiting(async).begin();
    }

    private final class Waiting {

        private final AsyncContext async;
        private final Runnable granted = this::granted;
        private volatile @Nullable Future<?> deadline;

        private Waiting(AsyncContext async) {
            this.async = async;
        }

        private void begin() {
            deadline = timer.after(LONGEST, this::late);
            if (!turns.await(granted, size)) {
                cancelDeadline();
                refuse();
            }
        }

        private void cancelDeadline() {
            Future<?> known = deadline;
            if (known != null) {
                known.cancel(false);
            }
        }

        private void late() {
            if (turns.leave(granted)) {
                refuse();
            }
        }

        private void granted() {
            cancelDeadline();
            try {
                async.start(this::handle);
            } catch (RuntimeException e) {
                log.debug("The request has ended, or the server takes no more answers", e);
                turns.end();
                EndOnError.complete(async);
            }
        }

        private void handle() {
            ApiAnswer answer = null;
            try {
                answer = handling.get();
            } finally {
                turns.end();
                if (answer == null) {
                    EndOnError.complete(async);
                }
            }
            answer.begin(async);
        }

        private void refuse() {
            Answer answer = refused.apply(new ApiProblem(
                            ApiProblem.UNAVAILABLE,
                            "refused",
                            "Nothing was changed: Redis keeps other requests waiting for too long")
                    .retryAfter(Duration.ofSeconds(1)));
            try {
                async.start(() -> answer.begin(async));
            } catch (RuntimeException e) {
                log.debug("The request has ended, or the server takes no more answers", e);
                EndOnError.complete(async);
            }
        }
    }
}
