package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.tck.server.KafkaBroker;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;

/** Which topics go to listener methods, and how many calls at once: beside other instances, a consumer and Kafka. */
class ListenerTopicsTest extends ListenersFixture {

    @Test
    void noMoreCallsRunAtOnceThanAsked() {
        runner("bounded").withBean(Bounded.class).run(context -> {
            Bounded bounded = context.getBean(Bounded.class);
            for (int i = 0; i < 20; i++) {
                send(context, i % 2 == 0 ? "bounded-a" : "bounded-b", "x");
            }
            assertThat(bounded.done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(bounded.most).hasValue(1);
        });
    }

    @Test
    void aTopicWithoutListenerWaitsForAnInstanceThatHasOne() {
        runner("rolling").withBean(Nothing.class).run(old -> {
            Receipt waits = producer(old).sendMessage("new-topic", "x", Duration.ZERO);
            producer(old).sendMessage("nothing", "x", Duration.ofMillis(1200));
            assertThat(log(old).next()).isEqualTo("nothing");
            StoredMessage stored = old.getBean(DelayQueueMessage.class)
                    .find("new-topic", waits.id())
                    .orElseThrow();
            assertThat(stored.state()).isEqualTo(State.DUE);
            assertThat(stored.message().attempt()).isEqualTo(1);

            runner("rolling").withBean(NewVersion.class).run(next -> {
                assertThat(log(next).next()).isEqualTo("new-topic attempt 1");
                send(old, "new-topic", "y");
                assertThat(log(next).next()).isEqualTo("new-topic attempt 1");
            });
        });
    }

    @Test
    void otherTopicsGoToTheSubclass() {
        runner("both").withBean(Nothing.class).withBean(Collected.class).run(context -> {
            send(context, "nothing", "x");
            assertThat(log(context).next()).isEqualTo("nothing");
            send(context, "other", "x");
            assertThat(context.getBean(Collected.class).next().message().topic())
                    .isEqualTo("other");
            assertThat(context.getBean(Collected.class).isEmpty()).isTrue();
        });
    }

    @Test
    void otherTopicsGoToKafka() {
        try (KafkaBroker kafka =
                KafkaBroker.builder().topics("records", "nothing").start()) {
            runner("kafka")
                    .withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
                    .withPropertyValues(
                            "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                            "spring.kafka.consumer.auto-offset-reset=earliest",
                            "spring.kafka.consumer.group-id=shop")
                    .withBean(Nothing.class)
                    .withUserConfiguration(Records.class)
                    .run(context -> {
                        send(context, "records", "x");
                        assertThat(log(context).next()).isEqualTo("record x");
                        send(context, "nothing", "x");
                        assertThat(log(context).next()).isEqualTo("nothing");
                    });
        }
    }

    static class Bounded {

        final CountDownLatch done = new CountDownLatch(20);
        final AtomicInteger most = new AtomicInteger();
        private final CountDownLatch second = new CountDownLatch(1);
        private final AtomicInteger running = new AtomicInteger();

        @DelayQueueListener(
                topics = {"bounded-a", "bounded-b"},
                concurrency = "${no.such:1}")
        void on() throws InterruptedException {
            if (most.accumulateAndGet(running.incrementAndGet(), Math::max) > 1) {
                second.countDown();
            }
            // Gives a second one time to come.
            boolean unused = second.await(30, TimeUnit.MILLISECONDS);
            running.decrementAndGet();
            done.countDown();
        }
    }

    static class NewVersion {

        private final Log log;

        NewVersion(Log log) {
            this.log = log;
        }

        @DelayQueueListener(topics = "new-topic")
        void on(DelayedMessage message) {
            log.add("new-topic attempt " + message.attempt());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Records {

        private final Log log;

        Records(Log log) {
            this.log = log;
        }

        @KafkaListener(topics = "records")
        void on(String value) {
            log.add("record " + value);
        }
    }

    static class Nothing {

        private final Log log;

        Nothing(Log log) {
            this.log = log;
        }

        @DelayQueueListener(topics = "nothing")
        void on() {
            log.add("nothing");
        }
    }
}
