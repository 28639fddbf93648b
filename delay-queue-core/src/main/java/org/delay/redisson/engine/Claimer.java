package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.admission.Admissions;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.jspecify.annotations.Nullable;

/** Claims for one worker. */
@Slf4j
@RequiredArgsConstructor
final class Claimer {

    private final ClaimCall call;
    private final DelayQueueMessageConsumer consumer;
    private final Admissions admissions;
    private final DispatchSettings settings;
    private final ClaimIds ids;

    /**
     * Claims messages of a topic.
     *
     * @param granted how the claim was admitted
     * @return the answer, or null if none came before the end
     * @throws RuntimeException if surely nothing was claimed
     */
    @Nullable
    AnsweredClaim claim(int shard, String topic, Granted granted) {
        int limit = admissions.claimSize(granted, topic, consumer.batchSize(topic));
        while (true) {
            @Nullable
            AnsweredClaim answer = call.send(new ClaimRequest(
                    shard, topic, ids.next(), settings.lease(), new ClaimLimit(limit, settings.maxClaimBytes())));
            if (answer == null || !answer.result().stale()) {
                return answer;
            }
            String old = ids.name();
            ids.rename();
            log.warn(
                    "Redis treated a claim of {} for topic {} as outdated. The worker continues under the name {}",
                    old,
                    topic,
                    ids.name());
        }
    }
}
