package org.delay.redisson.engine;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.admission.TopicChoice;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.schedule.Shard;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.jspecify.annotations.Nullable;

/**
 * What a worker does with a shard that is due: polls it unless it is known which topics are due, and claims messages of one
 * of them. Whatever happens, the shard goes back to the schedule, as the last thing done with it.
 */
@RequiredArgsConstructor
final class ShardPoller {

    private static final Duration AFTER_ERROR = Duration.ofSeconds(1);

    private final DueTopics dueTopics;
    private final TopicChooser chooser;
    private final ShardClaims claims;
    private final ShardSchedule schedule;
    private final Outage redisOutage;

    /** What was claimed, or null if that is nothing. */
    @Nullable
    GrantedClaim claim(Shard shard) {
        try {
            return dueTopics.find(shard) ? claimOne(shard) : null;
        } catch (RuntimeException e) {
            schedule.putBack(shard, shard.backOff());
            redisOutage.failed(e);
            return null;
        } catch (Error e) {
            // Most likely memory is exhausted: this needs none.
            schedule.putBack(shard, AFTER_ERROR);
            throw e;
        }
    }

    private @Nullable GrantedClaim claimOne(Shard shard) {
        @Nullable TopicChoice choice = chooser.choose(shard);
        if (choice instanceof TopicChoice.Chosen chosen) {
            return claims.claim(shard, chosen);
        }
        if (choice instanceof TopicChoice.None none) {
            shard.resetBackoff();
            if (none.isAllOffered()) {
                schedule.putBackOffered(shard);
                return null;
            }
        }
        // Other topics may be due: an answer names some of them.
        schedule.putBack(shard, Duration.ZERO);
        return null;
    }
}
