package org.delay.redisson.engine;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DurationText;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.time.Backoff;
import org.delay.redisson.engine.time.StopSignal;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/** Sends a claim, and repeats it until it has an answer: the repeated claim gets the batch that the first may have got. */
@Slf4j
@RequiredArgsConstructor
final class ClaimCall {

    private final DispatchOperations queue;
    private final Ticker ticker;
    private final Outage redisOutage;
    private final Duration maxBackoff;
    private final StopSignal ending;

    /**
     * The answer to a claim, or null if none came before the end.
     *
     * @throws RuntimeException if surely nothing was claimed
     */
    @Nullable
    AnsweredClaim send(ClaimRequest request) {
        long sent = ticker.nanos();
        Backoff backoff = Backoff.upTo(maxBackoff);
        boolean unknown = false;
        while (true) {
            boolean last = ending.given();
            try {
                ClaimResult result = queue.claim(request);
                return new AnsweredClaim(result, request.limit().messages(), sent, ticker.nanos());
            } catch (OutcomeUnknown e) {
                unknown = true;
                redisOutage.failed(e);
            } catch (RuntimeException e) {
                // Once an answer is missing, a later refusal does not say what became of the first request.
                if (!unknown) {
                    throw e;
                }
                redisOutage.failed(e);
            }
            if (last) {
                log.warn(
                        "A claim of topic {} had no answer before the shutdown. Messages that it may have"
                                + " claimed are delivered after {}",
                        request.topic(),
                        DurationText.of(request.lease()));
                return null;
            }
            ending.givenWithin(backoff.next());
        }
    }
}
