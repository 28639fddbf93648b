package org.delay.redisson.engine;

import java.time.Duration;
import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.schedule.ScheduledTask;
import org.jspecify.annotations.Nullable;

/** Takes what is due from the schedule, claims messages and handles them, until the end or until it is replaced. */
@Slf4j
final class Worker implements Runnable {

    private static final Duration AFTER_MISHAP = Duration.ofSeconds(1);

    private final Workplace place;
    private final WorkerPool crew;
    private final ShardPoller visit;
    private final BatchHandler handling;
    private volatile @Nullable Thread thread;
    private @Nullable String stuckIn;

    Worker(Workplace place, WorkerPool crew, Supplier<String> claimers) {
        this.place = place;
        this.crew = crew;
        this.visit = new ShardPoller(place, this, claimers);
        this.handling = new BatchHandler(place);
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        try {
            boolean more = true;
            while (more && !crew.dismisses(this)) {
                more = work();
            }
        } finally {
            crew.left(this);
        }
        if (stuckIn != null) {
            log.info("A thread came back from the handler of topic {}, where it was interrupted", stuckIn);
            place.feedback().cameBack(stuckIn);
        }
    }

    /** Whether this worker has waited for an answer of Redis for so long. */
    boolean waitsFor(Duration time) {
        Thread running = thread;
        return running != null && place.queue().waits(running, time);
    }

    /** Does the next thing that is to be done, and says whether there may be more. */
    private boolean work() {
        try {
            Batch.Unfinished unfinished = crew.unfinished();
            if (unfinished != null) {
                try {
                    handling.finish(unfinished);
                } finally {
                    crew.done(unfinished.batch());
                }
                return true;
            }
            if (place.ending().given()) {
                return false;
            }
            ScheduledTask task = place.schedule().take();
            if (task instanceof ScheduledTask.Discovery) {
                place.survey().run();
                return true;
            }
            return task != null && serve(task);
        } catch (InterruptedException e) {
            // Not by us: the engine interrupts handlers only.
            log.debug("A worker was interrupted while it waited", e);
            return true;
        } catch (Throwable e) {
            log.error("A worker met what should not happen; it goes on", e);
            place.ending().givenWithin(AFTER_MISHAP);
            return true;
        }
    }

    /** Serves a shard or its second claim, and says whether this worker is to go on: not after it was replaced. */
    private boolean serve(ScheduledTask task) {
        try {
            Claimer.Answer answer = task instanceof ScheduledTask.Backlog backlog
                    ? visit.beside(backlog.claim())
                    : visit.to(((ScheduledTask.Poll) task).shard());
            return answer == null || handle(answer);
        } finally {
            place.quarantine().claimed(this);
            visit.done();
        }
    }

    private boolean handle(Claimer.Answer answer) {
        if (!PoisonMessageGuard.isSuspect(answer.claim().messages())) {
            place.quarantine().claimed(this);
        }
        Batch batch = new Batch(place, this, answer);
        crew.began(batch);
        boolean mine = true;
        try {
            mine = handling.handle(batch, answer.limit());
            place.feedback().handled(this);
        } finally {
            if (mine) {
                crew.done(batch);
            }
        }
        if (!mine) {
            stuckIn = batch.topic();
        }
        return mine;
    }
}
