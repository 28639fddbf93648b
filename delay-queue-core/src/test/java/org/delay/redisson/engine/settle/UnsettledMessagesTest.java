package org.delay.redisson.engine.settle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.ScriptedQueue.TOPIC;
import static org.delay.redisson.ScriptedQueue.refused;
import static org.delay.redisson.ScriptedQueue.unknown;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.Logged;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is kept of work that can't be settled, what is claimed beside it, and what the log says. */
@Timeout(300)
class UnsettledMessagesTest {

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final ShardExecutor executor = new ShardExecutor();
    private final UnsettledMessages unsettled = new UnsettledMessages(queue, (shard, in) -> {}, executor, ticker);
    private final Logged logged = Logged.of(UnsettledMessages.class);

    @AfterEach
    void end() {
        logged.close();
        executor.close();
    }

    private LeasedMessages work(int shard, String topic) {
        Claimed claimed = ScriptedQueue.claimed("one");
        ClaimResult claim = new ClaimResult(
                false, new Lease(shard, topic, "token"), List.of(claimed), new ShardState(0, List.of(), null));
        LeasedMessages work = Settlers.of(queue, ticker, DispatchListener.NONE).leased(claim, ticker.nanos());
        work.decide(claimed, Disposition.DONE);
        return work;
    }

    @Test
    void onlyItsTopicInItsShardIsClosed() {
        unsettled.keep(work(1, TOPIC), refused());

        assertThat(unsettled.has(1, TOPIC)).isTrue();
        assertThat(unsettled.has(2, TOPIC)).isFalse();
        assertThat(unsettled.has(1, "others")).isFalse();
    }

    @Test
    void aTopicIsNamedOnceHoweverManyShardsAreConcerned() {
        for (int shard = 0; shard < 50; shard++) {
            unsettled.keep(work(shard, TOPIC), unknown());
        }

        assertThat(logged.lines()).hasSize(1);
        assertThat(logged.lines().get(0)).contains("The outcome of 1 message of topic orders can't be stored");
    }

    @Test
    void ofManyTopicsAFewAreNamed() {
        for (int topic = 0; topic < 50; topic++) {
            unsettled.keep(work(0, "topic-" + topic), refused());
        }

        assertThat(logged.lines()).hasSize(10);
    }

    @Test
    void whatIsTooMuchIsLeftToItsLease() {
        for (int shard = 0; shard < UnsettledMessages.MOST; shard++) {
            unsettled.keep(work(shard, TOPIC), refused());
        }

        unsettled.keep(work(UnsettledMessages.MOST, TOPIC), refused());

        assertThat(unsettled.has(UnsettledMessages.MOST, TOPIC)).isFalse();
        assertThat(logged.lines()).hasSize(2);
    }

    @Test
    void whatIsNotSettledInTimeIsGivenUpAtTheStop() {
        unsettled.keep(work(0, TOPIC), unknown());

        unsettled.finish(Duration.ZERO);

        assertThat(unsettled.has(0, TOPIC)).isFalse();
        assertThat(logged.lines()).last().asString().contains("could not be stored. Expect another delivery");
    }
}
