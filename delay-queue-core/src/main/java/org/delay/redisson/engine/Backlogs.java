package org.delay.redisson.engine;

import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.schedule.Shard;
import org.delay.redisson.engine.schedule.ShardSchedule;

/** Has a second claim made from shards with a backlog. */
@RequiredArgsConstructor
final class Backlogs {

    private final ShardSchedule schedule;

    /** The most messages of one claim. */
    private final int most;

    /** After an answer with as many messages as may be, from a shard that has more, a second claim is worth its call. */
    void claimAfter(Shard shard, ClaimAnswer answer) {
        List<String> due = answer.claim().state().due();
        if (!due.isEmpty() && answer.messages().size() == most) {
            // The shard's own turn begins with the first.
            schedule.claimBacklog(shard, due.get(due.size() > 1 ? 1 : 0));
        }
    }
}
