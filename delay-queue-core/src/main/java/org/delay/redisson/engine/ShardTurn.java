package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.admission.Admissions;
import org.delay.redisson.engine.schedule.ScheduledTask;
import org.jspecify.annotations.Nullable;

/** A worker's turn with a shard: claims messages, and handles them. */
@RequiredArgsConstructor
final class ShardTurn {

    private final WorkerId worker;
    private final TaskClaims claims;
    private final BatchHandler handler;
    private final PoisonMessageGuard guard;
    private final Admissions admissions;

    /** Says whether the worker goes on: not after it was replaced. */
    boolean take(ScheduledTask task) {
        @Nullable GrantedClaim claim = null;
        admissions.recallNext();
        try {
            claim = claims.claim(task);
            return claim == null || handle(claim.answer());
        } finally {
            guard.claimed(worker);
            admissions.release(claim == null ? Granted.FREELY : claim.granted());
        }
    }

    private boolean handle(AnsweredClaim answer) {
        if (!PoisonMessageGuard.isPoison(answer.messages())) {
            guard.claimed(worker);
        }
        return handler.handle(worker, answer);
    }
}
