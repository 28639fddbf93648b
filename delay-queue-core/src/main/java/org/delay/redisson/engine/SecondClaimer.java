package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.admission.Admissions;
import org.delay.redisson.engine.schedule.SecondClaim;
import org.jspecify.annotations.Nullable;

/** Makes the second claim from a shard with a backlog. What it can't do is left to the shard's own turn. */
@Slf4j
@RequiredArgsConstructor
final class SecondClaimer {

    private final WorkerId worker;
    private final PoisonMessageGuard guard;
    private final Admissions admissions;
    private final Claimer claimer;
    private final SecondClaimTrigger trigger;

    /** What was claimed, or null if that is nothing. */
    @Nullable
    GrantedClaim claim(SecondClaim second) {
        @Nullable GrantedClaim claim = claimOnce(second);
        if (claim != null) {
            trigger.scheduleAfter(second.shard(), claim.answer());
        }
        return claim;
    }

    private @Nullable GrantedClaim claimOnce(SecondClaim second) {
        String topic = second.topic();
        try {
            if (topic == null || !guard.claiming(worker)) {
                return null;
            }
            @Nullable
            Granted granted = admissions.admitSecondClaim(worker, second.shard().number(), topic);
            return granted == null ? null : claim(second, topic, granted);
        } catch (RuntimeException e) {
            log.debug("A second claim of topic {} failed; the shard's own calls report what is wrong", topic, e);
            return null;
        } finally {
            second.end();
        }
    }

    private @Nullable GrantedClaim claim(SecondClaim second, String topic, Granted granted) {
        @Nullable AnsweredClaim answer = null;
        try {
            answer = claimer.claim(second.shard().number(), topic, granted);
        } finally {
            if (answer == null || answer.isEmpty()) {
                granted.permit().close();
            }
        }
        return answer == null || answer.isEmpty() ? null : new GrantedClaim(answer, granted);
    }
}
