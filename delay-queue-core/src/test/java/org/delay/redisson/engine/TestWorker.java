package org.delay.redisson.engine;

import java.util.function.Supplier;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.schedule.ScheduledTask;
import org.delay.redisson.engine.schedule.Shard;
import org.jspecify.annotations.Nullable;

/** A worker without a thread, whose handlers take until a test says that it is {@link #done}. */
final class TestWorker {

    private final DispatchAssembly parts;
    private final WorkerId id = new WorkerId();
    private final TaskClaims claims;
    private Granted granted = Granted.FREELY;

    TestWorker(DispatchAssembly parts, Supplier<String> names) {
        this.parts = parts;
        this.claims = parts.claims(id, names);
    }

    WorkerId id() {
        return id;
    }

    /** The answer to what it claims from a shard, or null if it claims nothing. */
    @Nullable
    AnsweredClaim take(Shard shard) {
        parts.admissions.recallNext();
        GrantedClaim claim = claims.claim(new ScheduledTask.Poll(shard));
        if (claim == null) {
            return null;
        }
        granted = claim.granted();
        return claim.answer();
    }

    /** The messages are handled. */
    void done() {
        parts.admissions.release(granted);
        granted = Granted.FREELY;
    }
}
