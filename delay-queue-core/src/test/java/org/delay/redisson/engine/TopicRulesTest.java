package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.delay.redisson.ScriptedQueue.claim;
import static org.delay.redisson.ScriptedQueue.refused;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.ConcurrencyLimit;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.schedule.Neighbours;
import org.delay.redisson.engine.schedule.ScheduledTask;
import org.delay.redisson.engine.schedule.Shard;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Topics that take up so many workers and no more, and topics that are not served here. */
class TopicRulesTest {

    private static final TopicRules RULES = topic -> switch (topic) {
        case "one", "same" -> new TopicRule(null, new ConcurrencyLimit("single", 1));
        case "foreign" -> null;
        default -> TopicRule.PLAIN;
    };

    /** How soon an owner polls again while topics are left to others. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final DispatchAssembly parts = EngineParts.of(queue, ticker, RULES);
    private final TestWorker first = new TestWorker(parts, new EngineParts.Names());
    private final TestWorker second = new TestWorker(parts, new EngineParts.Names());

    @BeforeEach
    void oneShard() {
        assertThat(parts.schedule.poll()).isInstanceOf(ScheduledTask.Discovery.class);
        parts.schedule.growTo(1);
    }

    private Shard shard() {
        return parts.schedule.poll() instanceof ScheduledTask.Poll poll ? poll.shard() : null;
    }

    private static ShardState due(String... topics) {
        return new ShardState(0, List.of(topics), null);
    }

    private List<String> claimed() {
        return queue.claims.stream().map(ClaimRequest::topic).toList();
    }

    @Test
    void aTopicThatReachedItsLimitIsDeferredBeforeItIsClaimed() {
        queue.looks(() -> due("one"))
                .claims(() -> claim(false, "a"))
                .looks(() -> due("one", "other"))
                .claims(() -> claim(false, "b"));

        assertThat(first.take(shard())).isNotNull();
        ticker.tick(EngineParts.SETTINGS.sweep());
        assertThat(second.take(shard())).isNotNull();

        assertThat(claimed()).containsExactly("one", "other");
        assertThat(queue.settlements).containsExactly("defer [one]");
    }

    @Test
    void topicsWithOneLimitShareIt() {
        queue.looks(() -> due("one")).claims(() -> claim(false, "a")).looks(() -> due("same"));

        assertThat(first.take(shard())).isNotNull();
        ticker.tick(EngineParts.SETTINGS.sweep());
        assertThat(second.take(shard())).isNull();

        assertThat(queue.settlements).containsExactly("defer [same]");
    }

    @Test
    void whoComesFreeBringsForwardWhatWaited() {
        queue.looks(() -> due("one")).claims(() -> claim(false, "a")).looks(() -> due("one"));
        first.take(shard());
        ticker.tick(EngineParts.SETTINGS.sweep());
        second.take(shard());
        assertThat(queue.settlements).containsExactly("defer [one]");
        parts.schedule.sent(shard());

        first.done();

        assertThat(queue.settlements).containsExactly("defer [one]", "defer [one]");
        first.done();
        assertThat(queue.settlements).as("once").hasSize(2);
    }

    @Test
    void whoComesFreeWhileAnotherPutsOffIsNotMissed() {
        queue.looks(() -> due("one")).claims(() -> claim(false, "a")).looks(() -> due("one"));
        first.take(shard());
        ticker.tick(EngineParts.SETTINGS.sweep());
        queue.onDefer(first::done);

        second.take(shard());
        second.done();

        // What first does before second's has arrived would count for nothing.
        assertThat(queue.settlements).containsExactly("defer [one]", "defer [one]");
    }

    @Test
    void aClaimThatFailsGivesItsPlaceBack() {
        queue.looks(() -> due("one"))
                .claims(() -> {
                    throw refused();
                })
                .looks(() -> due("one"))
                .claims(() -> claim(false, "a"));
        assertThat(first.take(shard())).isNull();
        first.done();

        assertThat(second.take(shard())).isNotNull();
    }

    @Test
    void aForeignTopicIsPutOffWhereThereIsNobodyElse() {
        queue.looks(() -> due("foreign"));

        assertThat(first.take(shard())).isNull();

        assertThat(queue.settlements).containsExactly("defer [foreign]");
        assertThat(queue.claims).isEmpty();
    }

    /** Even the last in order may be the only one that serves it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 9})
    void aForeignTopicIsLeftToAllOthersBeforeItIsPutOff(int others) {
        parts.schedule.update(Neighbours.andMe(Neighbours.behind(others)));
        Duration last = parts.schedule.ownership().untilAllLook();

        Duration offered = Duration.ZERO;
        while (queue.settlements.isEmpty()) {
            queue.looks(() -> due("foreign"));
            assertThat(first.take(shard())).isNull();
            ticker.tick(PAUSE);
            offered = offered.plus(PAUSE);
        }

        assertThat(queue.settlements).containsExactly("defer [foreign]");
        assertThat(offered).isBetween(last, last.plus(PAUSE.multipliedBy(2)));
        assertThat(queue.claims).isEmpty();
    }

    @Test
    void aForeignTopicDoesNotKeepOthersWaiting() {
        queue.looks(() -> due("foreign", "other")).claims(() -> claim(false, "a"));

        assertThat(first.take(shard())).isNotNull();

        assertThat(claimed()).containsExactly("other");
    }

    /** Whoever comes free can take up one only. */
    @Test
    void whoComesFreeBringsOneForward() {
        queue.looks(() -> due("one")).claims(() -> claim(false, "a")).looks(() -> due("one", "same"));
        first.take(shard());
        ticker.tick(EngineParts.SETTINGS.sweep());
        second.take(shard());

        first.done();

        assertThat(queue.settlements).containsExactly("defer [one, same]", "defer [one]");
    }

    @Test
    void aLimitOfNothingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ConcurrencyLimit("none", 0))
                .withMessageContaining("calls")
                .withMessageContaining("0");
    }
}
