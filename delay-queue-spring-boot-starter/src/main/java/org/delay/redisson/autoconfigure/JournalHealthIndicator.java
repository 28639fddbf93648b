package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DurationText;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.journal.JournalStatus;
import org.delay.redisson.journal.store.Backlog;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * DOWN if the journal's database does not answer, or if a person has to decide what becomes of a loss. OUT_OF_SERVICE if what is recorded does not reach Redis. Answers within its timeout, even
 * if the database does not. Not final, so that proxies can be made of it.
 */
@RequiredArgsConstructor
class JournalHealthIndicator implements HealthIndicator {

    private final DelayQueueJournal journal;
    private final JournalBacklog backlog;
    private final RedissonDelayProperties.Health properties;

    @Override
    public Health health() {
        Backlog read = backlog.latest(properties.timeout());
        JournalStatus status = journal.status();
        List<String> decisions = decisions(status);
        Health.Builder health =
                decisions.isEmpty() ? status(read) : Health.down().withDetail("decisions", decisions);
        if (read != null) {
            health.withDetail("pending", read.pending())
                    .withDetail("oldestPending", read.oldest().toString());
        }
        health.withDetail("unrecorded", status.unrecorded());
        if (status.forgotten() > 0) {
            health.withDetail("forgotten", status.forgotten());
        }
        if (status.ahead() > 0) {
            health.withDetail("ahead", status.ahead());
        }
        return health.build();
    }

    /** What waits for a person. */
    private static List<String> decisions(JournalStatus status) {
        List<String> decisions = new ArrayList<>();
        if (status.waitingShards() > 0) {
            decisions.add("Redis has lost messages in " + Counted.of(status.waitingShards(), "shard")
                    + ". Restore them if it is the right Redis");
        }
        if (status.auditStopped()) {
            decisions.add(
                    "The audit found too many messages missing in Redis and has stopped. Restore them, then resume it");
        }
        return decisions;
    }

    private Health.Builder status(@Nullable Backlog read) {
        Duration limit = properties.maxOverdue();
        if (read == null) {
            return Health.down()
                    .withDetail(
                            "reason",
                            "The journal's database did not answer within "
                                    + properties.timeout().toMillis() + " ms");
        }
        return read.oldest().compareTo(limit) > 0
                ? Health.outOfService()
                        .withDetail(
                                "reason",
                                "Recorded messages have not reached Redis for more than " + DurationText.of(limit))
                : Health.up();
    }
}
