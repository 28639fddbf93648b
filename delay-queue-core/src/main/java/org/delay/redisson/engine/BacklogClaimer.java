package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.admission.Admissions;
import org.delay.redisson.engine.schedule.BacklogClaim;
import org.jspecify.annotations.Nullable;

/** Makes the second claim from a shard with a backlog. What it can't do is left to the shard's own turn. */
@Slf4j
@RequiredArgsConstructor
final class BacklogClaimer {

    private final WorkerId worker;
    private final PoisonMessageGuard guard;
    private final Admissions admissions;
    private final Claimer claimer;
    private final Backlogs backlogs;

    /** What was claimed, or null if that is nothing. */
    @Nullable
    GrantedClaim claim(BacklogClaim backlog) {
        @Nullable GrantedClaim claim = claimOnce(backlog);
        if (claim != null) {
            backlogs.claimAfter(backlog.shard(), claim.answer());
        }
        return claim;
    }

    private @Nullable GrantedClaim claimOnce(BacklogClaim backlog) {
        String topic = backlog.topic();
        try {
            if (topic == null || !guard.claiming(worker)) {
                return null;
            }
            @Nullable
            Granted granted = admissions.admitBacklog(worker, backlog.shard().number(), topic);
            return granted == null ? null : claim(backlog, topic, granted);
        } catch (RuntimeException e) {
            log.debug("A second claim of topic {} failed; the shard's own calls report what is wrong", topic, e);
            return null;
        } finally {
            backlog.end();
        }
    }

    private @Nullable GrantedClaim claim(BacklogClaim backlog, String topic, Granted granted) {
        @Nullable ClaimAnswer answer = null;
        try {
            answer = claimer.claim(backlog.shard().number(), topic, granted);
        } finally {
            if (answer == null || answer.isEmpty()) {
                granted.permit().close();
            }
        }
        return answer == null || answer.isEmpty() ? null : new GrantedClaim(answer, granted);
    }
}
