package org.delay.redisson.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.autoconfigure.DeadLetterEvent;
import org.delay.redisson.autoconfigure.MessageExpiredEvent;
import org.delay.redisson.test.AutoConfigureDelayQueueTest;
import org.delay.redisson.test.DelayQueueTester;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

/** Time passes for an application with a consumer of its own: no auto-configuration but the delay queue's, no servers. */
@SpringBootTest(
        classes = SubclassTest.Application.class,
        properties = {
            "spring.data.redis.port=1",
            "delay.redisson.register-service=shop",
            "delay.redisson.limits.bulk=7",
            "delay.redisson.retry.max-attempts=3",
            "delay.redisson.retry.delay=1m",
            "delay.redisson.retry.multiplier=10",
            "delay.redisson.retry.max-delay=1h"
        })
@AutoConfigureDelayQueueTest
@Timeout(300)
class SubclassTest {

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private DelayQueueTester delays;

    @Autowired
    private Consumer consumer;

    @Autowired
    private Events events;

    private Instant start;

    @BeforeEach
    void begin() {
        consumer.log.clear();
        events.log.clear();
        consumer.start = delays.now();
        start = delays.now();
    }

    private void send(String topic, String body, Duration delay) {
        producer.sendMessage(topic, body, delay);
    }

    @Test
    void theQueueIsInMemory(@Autowired ApplicationContext context) {
        assertThat(context.getBean(DelayQueueMessage.class)).isInstanceOf(InMemoryDelayQueue.class);
        assertThat(context.getBeanProvider(org.redisson.api.RedissonClient.class))
                .isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> producer.sendMessages(Collections.nCopies(
                        8,
                        OutgoingMessage.to("a").body("x").delay(Duration.ZERO).build())))
                .withMessageContaining("7");
        send("a", "x", Duration.ofDays(1));
        assertThat(context.getBean(DelayQueueTopicRegistrar.class).pullAll()).contains("a");
    }

    @Test
    void eachIsDeliveredAtItsTimeAndInItsOrder() {
        send("b", "third", Duration.ofHours(2));
        send("a", "second", Duration.ofMinutes(90));
        send("b", "first", Duration.ofSeconds(1));
        send("a", "too late", Duration.ofHours(3));

        delays.advance(Duration.ofHours(3).minusMillis(1));

        assertThat(consumer.log).containsExactly("b first at PT1S", "a second at PT1H30M", "b third at PT2H");
        assertThat(delays.now()).isEqualTo(start.plus(Duration.ofHours(3)).minusMillis(1));
        delays.advance(Duration.ofMillis(1));
        assertThat(consumer.log).hasSize(4);
    }

    @Test
    void whatIsDueTogetherComesByPriority() {
        for (int priority : List.of(1, 9, 4)) {
            producer.sendMessage(OutgoingMessage.to("a")
                    .body("p" + priority)
                    .priority(priority)
                    .delay(Duration.ofMinutes(1))
                    .build());
        }
        delays.advance(Duration.ofMinutes(1));
        assertThat(consumer.log).containsExactly("a p9 at PT1M", "a p4 at PT1M", "a p1 at PT1M");
    }

    @Test
    void nothingIsDeliveredUnlessTimePasses() {
        send("a", "now", Duration.ZERO);
        assertThat(delays).hasScheduled("a").dueIn(Duration.ZERO);
        assertThat(consumer.log).isEmpty();

        delays.advance(Duration.ZERO);

        assertThat(consumer.log).containsExactly("a now at PT0S");
        assertThat(delays).hasNothingScheduled();
    }

    @Test
    void failuresComeBackWithTheirBackOffAndEndAsDeadLetters() {
        send("a", "fail", Duration.ofMinutes(5));

        delays.advance(Duration.ofMinutes(6));
        assertThat(consumer.log).containsExactly("a fail at PT5M", "a fail at PT6M");
        assertThat(delays)
                .hasScheduled("a")
                .withFailures(2)
                .dueIn(Duration.ofMinutes(10))
                .and()
                .hasNoDeadLetters();

        delays.advance(Duration.ofMinutes(10));
        assertThat(consumer.log).hasSize(3).last().isEqualTo("a fail at PT16M");
        assertThat(delays).hasDeadLetter("a").withError("on purpose").withBody("fail");
        assertThat(events.log).containsExactly("dead fail");
    }

    @Test
    void permanentFailuresAreDeadAtOnce() {
        send("a", "permanent", Duration.ZERO);
        delays.advance(Duration.ofDays(1));
        assertThat(consumer.log).hasSize(1);
        assertThat(delays).hasDeadLetter("a").withError("never").and().hasNothingScheduled("a");
    }

    @Test
    void whatListenersSendIsDeliveredToo() {
        send("a", "chain 3", Duration.ofMinutes(1));
        delays.advance(Duration.ofMinutes(3));
        assertThat(consumer.log).containsExactly("a chain 3 at PT1M", "a chain 2 at PT2M", "a chain 1 at PT3M");
        assertThat(delays).hasScheduled("a").withBody("chain 0").dueIn(Duration.ofMinutes(1));
    }

    /** With one worker nothing is ever late, so this needs a message that is late for another reason. */
    @Test
    void whatIsOlderThanItsTimeToLiveIsDropped() {
        producer.sendMessage(OutgoingMessage.to("a")
                .body("unavailable once")
                .timeToLive(Duration.ofMillis(500))
                .delay(Duration.ZERO)
                .build());
        delays.advance(Duration.ofMinutes(1));
        assertThat(consumer.log).hasSize(1);
        assertThat(events.log).containsExactly("expired unavailable once");
        assertThat(delays).hasNothingScheduled().hasNoDeadLetters();
    }

    @Test
    void aDestinationThatIsAwayForAMomentUsesNoAttempt() {
        send("a", "unavailable once", Duration.ofMinutes(1));
        delays.advance(Duration.ofMinutes(1));
        assertThat(delays).hasScheduled("a").withFailures(0).dueIn(Duration.ofSeconds(1));
        delays.advance(Duration.ofSeconds(1));
        assertThat(consumer.log).hasSize(2);
        assertThat(delays).hasNothingScheduled();
    }

    @Test
    void aListenerCantLetTimePass() {
        send("a", "advance", Duration.ZERO);
        delays.advance(Duration.ofMinutes(1));
        assertThat(consumer.refused).isInstanceOf(IllegalStateException.class);
        assertThatIllegalArgumentException().isThrownBy(() -> delays.advance(Duration.ofMillis(-1)));
        assertThatIllegalStateException().isThrownBy(() -> {
            throw (RuntimeException) consumer.refused;
        });
    }

    @Test
    void assertionsSayWhatThereIs() {
        producer.sendMessage(OutgoingMessage.to("a")
                .id("one")
                .body(List.of(1, 2))
                .key("k")
                .header("h", "v")
                .priority(7)
                .delay(Duration.ofMinutes(1))
                .build());
        assertThat(delays)
                .hasScheduled("a")
                .withId("one")
                .withKey("k")
                .withHeader("h", "v")
                .withPriority(7)
                .withBody("[1,2]")
                .withBody(int[].class, numbers -> assertThat(numbers).containsExactly(1, 2))
                .dueAt(start.plusSeconds(60))
                .times(1);
        assertThatThrownBy(() -> assertThat(delays).hasScheduled("a").dueIn(Duration.ofMinutes(2)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("PT2M", "DUE one of topic a", "[1,2]");
        assertThatThrownBy(() -> assertThat(delays)
                        .hasScheduled("a")
                        .withBody(int[].class, numbers -> assertThat(numbers).isEmpty()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("[1, 2]");
        assertThatThrownBy(() -> assertThat(delays).hasScheduled("b"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("DUE one of topic a");
        assertThatThrownBy(() -> assertThat(delays).hasNothingScheduled()).hasMessageContaining("one");
        assertThatThrownBy(() -> assertThat(delays).hasScheduled("a").times(2)).hasMessageContaining("there is 1");
        assertThatThrownBy(() -> assertThat(delays).hasCancelled("a", "one")).hasMessageContaining("cancelled");
        assertThatThrownBy(() -> assertThat(delays).hasDeadLetter("a")).hasMessageContaining("dead letter");
        producer.cancel("a", "one");
        assertThat(delays).hasCancelled("a", "one").hasNothingScheduled("a");
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Consumer.class, Events.class})
    static class Application {}

    static class Events {

        final List<String> log = Collections.synchronizedList(new ArrayList<>());

        @EventListener
        void dead(DeadLetterEvent event) {
            log.add("dead " + event.message().body());
        }

        @EventListener
        void expired(MessageExpiredEvent event) {
            log.add("expired " + event.message().body());
        }
    }

    static class Consumer extends DelayQueueMessageConsumer {

        final List<String> log = Collections.synchronizedList(new ArrayList<>());
        volatile Instant start = Instant.EPOCH;
        volatile Throwable refused;

        @Autowired
        private DelayQueueTester delays;

        @Autowired
        private DelayQueueMessageProducer producer;

        @Override
        protected void processMessages(String topic, List<DelayedMessage> messages) {
            for (DelayedMessage message : messages) {
                log.add(topic + " " + message.body() + " at " + Duration.between(start, delays.now()));
                handle(topic, message);
            }
        }

        private void handle(String topic, DelayedMessage message) {
            if (message.body().startsWith("chain")) {
                int rest = Integer.parseInt(message.body().substring("chain ".length()));
                producer.sendMessage(topic, "chain " + (rest - 1), Duration.ofMinutes(1));
            }
            switch (message.body()) {
                case "fail" -> throw new IllegalStateException("on purpose");
                case "permanent" -> throw new PermanentFailure("never");
                case "unavailable once" -> {
                    if (log.size() == 1) {
                        throw new org.delay.redisson.DestinationUnavailable("away", false, null);
                    }
                }
                case "advance" -> {
                    try {
                        delays.advance(Duration.ofMinutes(1));
                    } catch (IllegalStateException e) {
                        refused = e;
                    }
                }
                default -> {}
            }
        }
    }
}
