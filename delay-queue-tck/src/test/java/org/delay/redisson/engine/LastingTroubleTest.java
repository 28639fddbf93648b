package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.send;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.report.TopicWarning;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** What lasts for hours must neither fill the log nor hold up what is well. */
@Timeout(300)
class LastingTroubleTest {

    private static final int TOPICS = 2_000;

    private final EngineFixture fixture = new EngineFixture();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    private final Logger engine = (Logger) LoggerFactory.getLogger(DispatchEngine.class.getPackageName());
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Queue<String> got = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void listen() {
        log.start();
        engine.addAppender(log);
    }

    @AfterEach
    void stop() {
        fixture.close();
        engine.detachAppender(log);
    }

    private List<String> warnings() {
        return List.copyOf(log.list).stream()
                .filter(line -> line.getLevel().isGreaterOrEqual(Level.INFO))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private void sendToMany() {
        for (int from = 0; from < TOPICS; from += 500) {
            List<OutgoingMessage> some = new ArrayList<>();
            for (int i = from; i < from + 500; i++) {
                some.add(OutgoingMessage.to("away-" + i)
                        .id("m")
                        .body("x")
                        .delay(Duration.ZERO)
                        .build());
            }
            queue.schedule(some);
        }
    }

    /** Each comes while the others wait, and none of them is ever put behind one that can't be delivered for long. */
    private void deliversMine() {
        for (int i = 0; i < 50; i++) {
            String id = "mine" + i;
            send(queue, "mine", id);
            await().atMost(LONG).until(() -> got.contains(id));
        }
    }

    @Test
    void topicsThatCantBeDeliveredHoldUpNeitherOthersNorTheLog() {
        AtomicInteger refused = new AtomicInteger();
        sendToMany();
        fixture.engine(queue, FAST, (topic, messages) -> {
                    if (!topic.equals("mine")) {
                        refused.incrementAndGet();
                        throw new DestinationUnavailable("away", false, null);
                    }
                    got.add(messages.get(0).id());
                })
                .start();

        deliversMine();
        await().atMost(LONG).until(() -> refused.get() > TopicWarning.EACH);

        assertThat(warnings()).hasSizeLessThan(TopicWarning.EACH + 10);
        assertThat(warnings()).anyMatch(line -> line.contains("Destination consumer is unavailable"));
    }

    @Test
    void topicsThatNobodyServesHoldUpNeitherOthersNorTheLog() {
        AtomicInteger calls = new AtomicInteger();
        DelayQueueMessage counted = Interposed.on(queue, (method, arguments, call) -> {
            if (method.startsWith("defer")) {
                calls.incrementAndGet();
            }
            return call.call();
        });
        sendToMany();
        fixture.engine(
                        counted,
                        FAST,
                        topic -> topic.equals("mine") ? TopicRule.PLAIN : null,
                        (topic, messages) -> got.add(messages.get(0).id()))
                .start();

        deliversMine();

        assertThat(warnings())
                .hasSize(TopicWarning.EACH)
                .allMatch(line -> line.contains("this application has no receiver"));
        assertThat(calls).as("not one for each topic").hasValueLessThan(TOPICS / 4);
    }

    /** Too few replicas, for example: what only reads works all the time. */
    @Test
    void aRedisThatRefusesWritesForLongIsToldOnce() {
        AtomicInteger refused = new AtomicInteger();
        DelayQueueMessage readOnly = Interposed.on(queue, (method, arguments, call) -> {
            if (method.equals("claim") || method.startsWith("defer")) {
                refused.incrementAndGet();
                throw ScriptedFailures.refused();
            }
            return call.call();
        });
        send(queue, "orders", "one");
        fixture.engine(readOnly, FAST, (topic, messages) -> {}).start();

        await().atMost(LONG).until(() -> refused.get() > 30);

        assertThat(warnings()).hasSize(1).allMatch(line -> line.startsWith("Redis does not answer or refuses calls"));
    }

    @Test
    void aTopicThatCantBeClaimedIsToldOnceAndHoldsUpNoOther() {
        AtomicInteger refused = new AtomicInteger();
        DelayQueueMessage broken = Interposed.on(queue, (method, arguments, call) -> {
            if (method.equals("claim")
                    && ((org.delay.redisson.DispatchOperations.ClaimRequest) arguments[0])
                            .topic()
                            .equals("broken")) {
                refused.incrementAndGet();
                throw ScriptedFailures.refused();
            }
            return call.call();
        });
        send(queue, "broken", "one");
        fixture.engine(
                        broken,
                        FAST,
                        (topic, messages) -> got.add(messages.get(0).id()))
                .start();

        deliversMine();
        await().atMost(LONG).until(() -> refused.get() > 2);

        assertThat(warnings()).hasSize(1).allMatch(line -> line.startsWith("Redis refuses claims of topic broken"));
    }
}
