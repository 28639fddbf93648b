package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.ScriptedQueue.claimed;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Form;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.policy.GuardedTopicRules;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.Listeners;
import org.delay.redisson.engine.settle.FailureClassifier;
import org.delay.redisson.engine.time.ManualTicker;
import org.delay.redisson.engine.time.StopSignal;
import org.junit.jupiter.api.Test;

/** What of a batch the consumer gets, and when. */
class SliceHandlerTest {

    /** When the messages are due and claimed, by Redis's clock. */
    private static final long NOW = Instant.ofEpochSecond(1).toEpochMilli() * 1_000;

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final DispatchAssembly parts = EngineParts.of(queue, ticker);
    private final List<String> handled = new ArrayList<>();

    private SliceHandler handler(int most, Duration takes) {
        DelayQueueMessageConsumer consumer = new DelayQueueMessageConsumer() {
            @Override
            protected void processMessages(String topic, List<DelayedMessage> messages) {
                messages.forEach(message -> handled.add(message.id()));
                ticker.tick(takes);
            }

            @Override
            public int batchSize() {
                return most;
            }
        };
        FailureClassifier classifier =
                new FailureClassifier(EngineParts.SETTINGS.retry(), new GuardedTopicRules(TopicRules.NONE), 5);
        Listeners listeners = new Listeners(List.of(DispatchListener.NONE), ticker);
        HandlerInvoker invoker = new HandlerInvoker(
                consumer,
                new DeliveryOutcomes(classifier, parts.feedback, listeners, ticker),
                DispatchListener.NONE,
                ticker);
        StopCondition stop = new StopCondition(new StopSignal(), parts.feedback);
        return new SliceHandler(invoker, classifier, stop, parts.feedback, parts.settler, ticker);
    }

    private ClaimedBatch batch(Claimed... messages) {
        ClaimResult result = new ClaimResult(
                false, new Lease(0, "orders", "token"), List.of(messages), new ShardState(NOW, List.of(), null));
        AnsweredClaim answer = new AnsweredClaim(result, messages.length, ticker.nanos(), ticker.nanos());
        ClaimedBatch batch =
                new ClaimedBatch(new WorkerId(), answer, parts.settler.leased(answer.result(), answer.sent()));
        batch.deliver(batch.claimed());
        return batch;
    }

    private static Claimed expiring(String id, Duration timeToLive) {
        return claimed(id, Form.READABLE, timeToLive, 0, 0);
    }

    @Test
    void whatExpiresBehindAnotherMessageIsNotDelivered() {
        ClaimedBatch batch = batch(
                claimed("slow"), expiring("short", Duration.ofMillis(300)), expiring("long", Duration.ofMinutes(1)));

        assertThat(handler(1, Duration.ofMillis(301)).handle(batch)).isTrue();

        assertThat(handled).containsExactly("slow", "long");
    }

    @Test
    void aSliceLosesWhatHasExpiredOnly() {
        ClaimedBatch batch = batch(
                claimed("one"),
                claimed("two"),
                expiring("short", Duration.ofMillis(300)),
                claimed("three"),
                claimed("four"));

        assertThat(handler(2, Duration.ofMillis(301)).handle(batch)).isTrue();

        assertThat(handled).containsExactly("one", "two", "three", "four");
    }

    @Test
    void aTopicIsNoFasterBecauseItsMessagesExpired() {
        ClaimedBatch late = batch(expiring("one", Duration.ofMillis(300)), expiring("two", Duration.ofMillis(300)));
        ticker.tick(Duration.ofMillis(301));

        assertThat(handler(1, Duration.ZERO).handle(late)).isTrue();
        assertThat(claimSize()).isEqualTo(1);

        assertThat(handler(1, Duration.ZERO).handle(batch(claimed("three"), claimed("four"))))
                .isTrue();
        assertThat(claimSize()).isEqualTo(4);
    }

    @Test
    void aTopicIsAsFastAsThoseOfItsMessagesThatWereHandled() {
        Duration timeToLive = Duration.ofMillis(3);
        ClaimedBatch batch =
                batch(claimed("fast"), expiring("a", timeToLive), expiring("b", timeToLive), expiring("c", timeToLive));

        assertThat(handler(1, Duration.ofMillis(4)).handle(batch)).isTrue();

        assertThat(handled).containsExactly("fast");
        assertThat(claimSize()).isEqualTo(8);
    }

    @Test
    void aTopicIsAsSlowAsThoseOfItsMessagesThatWereHandled() {
        Duration timeToLive = Duration.ofMillis(100);
        ClaimedBatch batch =
                batch(claimed("slow"), expiring("a", timeToLive), expiring("b", timeToLive), expiring("c", timeToLive));

        assertThat(handler(1, Duration.ofMillis(150)).handle(batch)).isTrue();

        assertThat(claimSize()).isEqualTo(1);
    }

    private int claimSize() {
        return parts.admissions.claimSize(Granted.FREELY, "orders", 1);
    }

    @Test
    void nothingIsDroppedBeforeItsTime() {
        ClaimedBatch batch = batch(claimed("slow"), expiring("short", Duration.ofMillis(300)));

        assertThat(handler(1, Duration.ofMillis(300)).handle(batch)).isTrue();

        assertThat(handled).containsExactly("slow", "short");
    }
}
