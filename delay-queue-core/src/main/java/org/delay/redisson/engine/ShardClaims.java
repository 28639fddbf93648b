package org.delay.redisson.engine;

import java.time.Duration;
import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.engine.admission.Admissions;
import org.delay.redisson.engine.admission.TopicChoice;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.schedule.Shard;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.jspecify.annotations.Nullable;

/** Claims from a topic in a shard's turn, and puts the shard back by the answer. */
@RequiredArgsConstructor
final class ShardClaims {

    private final Claimer claimer;
    private final ShardSchedule schedule;
    private final SecondClaimTrigger secondClaims;
    private final Admissions admissions;
    private final Outage redisOutage;

    /** What was claimed, or null if that is nothing. */
    @Nullable
    GrantedClaim claim(Shard shard, TopicChoice.Chosen chosen) {
        @Nullable GrantedClaim claim = null;
        try {
            claim = claimGranted(shard, chosen);
            return claim;
        } finally {
            if (claim == null) {
                chosen.granted().permit().close();
            }
        }
    }

    private @Nullable GrantedClaim claimGranted(Shard shard, TopicChoice.Chosen chosen) {
        schedule.sent(shard);
        @Nullable AnsweredClaim answer;
        try {
            answer = claimer.claim(shard.number(), chosen.topic(), chosen.granted());
        } catch (RuntimeException e) {
            admissions.claimRefused(shard.number(), chosen.topic(), e);
            shard.resetBackoff();
            schedule.putBack(shard, Duration.ZERO);
            return null;
        }
        if (answer == null) {
            schedule.putBack(shard, Duration.ZERO);
            return null;
        }
        shard.resetBackoff();
        redisOutage.worked();
        secondClaims.scheduleAfter(shard, answer);
        putBack(shard, answer, chosen.granted().probe());
        return answer.isEmpty() ? null : new GrantedClaim(answer, chosen.granted());
    }

    private void putBack(Shard shard, AnsweredClaim answer, boolean probe) {
        Duration delay = shard.delayAfterClaim(answer.isEmpty());
        ShardState state = answer.result().state();
        if (probe && !state.due().isEmpty()) {
            // The shard is polled next: that names more topics than the answer to a claim.
            shard.setDue(List.of());
            schedule.putBack(shard, delay);
        } else {
            schedule.putBack(shard, state, answer.answered(), delay);
        }
    }
}
