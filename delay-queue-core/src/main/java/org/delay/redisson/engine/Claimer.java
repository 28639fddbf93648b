package org.delay.redisson.engine;

import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.admission.Admissions;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.jspecify.annotations.Nullable;

/** Numbers the claims of one worker, so that Redis can tell a repeated claim from a new one. */
@Slf4j
final class Claimer {

    private final ClaimCall call;
    private final DelayQueueMessageConsumer consumer;
    private final Admissions admissions;
    private final DispatchSettings settings;
    private final Supplier<String> names;
    private String name;
    private long number;

    /** Claims under the names that are given, each of which is new. */
    Claimer(
            ClaimCall call,
            DelayQueueMessageConsumer consumer,
            Admissions admissions,
            DispatchSettings settings,
            Supplier<String> names) {
        this.call = call;
        this.consumer = consumer;
        this.admissions = admissions;
        this.settings = settings;
        this.names = names;
        this.name = names.get();
    }

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
            number++;
            @Nullable
            AnsweredClaim answer = call.send(new ClaimRequest(
                    shard,
                    topic,
                    new ClaimId(name, number),
                    settings.lease(),
                    new ClaimLimit(limit, settings.maxClaimBytes())));
            if (answer == null || !answer.result().stale()) {
                return answer;
            }
            String old = name;
            name = names.get();
            number = 0;
            log.warn(
                    "Redis treated a claim of {} for topic {} as outdated. The worker continues under" + " the name {}",
                    old,
                    topic,
                    name);
        }
    }
}
