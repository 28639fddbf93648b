package org.delay.redisson.engine;

import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.schedule.Shard;
import org.delay.redisson.engine.time.Backoff;
import org.jspecify.annotations.Nullable;

/**
 * One worker's claims, numbered, so that one whose answer did not come can be repeated until it has its answer, and gets
 * the batch that it may have got the first time.
 */
@Slf4j
final class Claimer {

    private final Workplace place;
    private final Supplier<String> names;
    private String name;
    private long number;

    /** Claims under the names that are given, each of which nobody had before. */
    Claimer(Workplace place, Supplier<String> names) {
        this.place = place;
        this.names = names;
        this.name = names.get();
    }

    /**
     * An answer.
     *
     * @param limit how many messages were asked for
     * @param sent when the request was sent for the first time: the leases may have begun then
     * @param answered when the answer came
     */
    record Answer(Claim claim, int limit, long sent, long answered) {}

    /**
     * Claims messages of a topic.
     *
     * @return the answer, or null where none came before the end
     * @throws RuntimeException if surely nothing was claimed
     */
    @Nullable
    Answer claim(Shard shard, String topic, int limit) {
        while (true) {
            Answer answer = repeated(request(shard, topic, limit));
            if (answer == null || !answer.claim().stale()) {
                return answer;
            }
            String old = name;
            name = names.get();
            number = 0;
            log.warn(
                    "Claimer {} was told that its claim of topic {} is an old one; it goes on as {}", old, topic, name);
        }
    }

    private ClaimRequest request(Shard shard, String topic, int limit) {
        DispatchSettings settings = place.settings();
        number++;
        return new ClaimRequest(shard.number(), topic, name, number, settings.lease(), limit, settings.batchBytes());
    }

    private @Nullable Answer repeated(ClaimRequest request) {
        long sent = place.ticker().nanos();
        Backoff backoff = place.backoff();
        boolean unknown = false;
        while (true) {
            boolean last = place.ending().given();
            try {
                Claim claim = place.queue().claim(request);
                return new Answer(claim, request.limit(), sent, place.ticker().nanos());
            } catch (OutcomeUnknown e) {
                unknown = true;
                place.redisOutage().failed(e);
            } catch (RuntimeException e) {
                // Once an answer is missing, a later refusal does not say what became of the first request.
                if (!unknown) {
                    throw e;
                }
                place.redisOutage().failed(e);
            }
            if (last) {
                log.warn(
                        "A claim of topic {} had no answer before the end; what it may hold comes back after {}",
                        request.topic(),
                        request.lease());
                return null;
            }
            place.ending().givenWithin(backoff.next());
        }
    }
}
