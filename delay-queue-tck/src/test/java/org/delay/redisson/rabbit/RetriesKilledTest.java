package org.delay.redisson.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.ChildJvm;
import org.delay.redisson.tck.server.RabbitBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

/** A process that listens to RabbitMQ is killed when a failed message was stored, and RabbitMQ had no ack for it. */
class RetriesKilledTest {

    static final String SERVICE = "retries-killed";

    private static final Duration LONG = Duration.ofMinutes(2);

    private final BlockingQueue<Message> heard = new LinkedBlockingQueue<>();

    /** RabbitMQ does not compare ids, so the second store can't know of the first. */
    @Test
    void theMessageFailsAgainAndComesBackTwice() throws Exception {
        assumeTrue(RabbitBroker.isInstalled(), "left out: no rabbitmq-server on the PATH");
        try (RedisServer redis = RedisServer.start();
                RabbitBroker rabbit = RabbitBroker.start();
                Application application = Application.of(redis.uri(), SERVICE)) {
            send(rabbit);
            try (ChildJvm listener = ChildJvm.start(
                    RetriedListenerMain.class, ChildJvm.QUICK, Integer.toString(rabbit.port()), redis.uri())) {
                String stored = listener.await("stored");
                assertThat(stored).isEmpty();
                listener.kill();
            }
            DelayQueueMessage queue = application.queue();
            assertThat(queue.counts(RetriedListener.DELAY_TOPIC).due()).isEqualTo(1);

            try (RetriedListener next = new RetriedListener(rabbit.port(), queue, heard::add, () -> {})) {
                Message again = nextHeard();
                assertThat(again.getMessageProperties().isRedelivered()).isTrue();
                await().atMost(LONG)
                        .until(() -> queue.counts(RetriedListener.DELAY_TOPIC).due() == 2);

                comeBack(queue, redis, rabbit);

                for (int i = 0; i < 2; i++) {
                    Message back = nextHeard();
                    assertThat(back.getMessageProperties().getMessageId()).isEqualTo("4711");
                    assertThat(back.getMessageProperties().getHeaders())
                            .containsEntry(DelayingMessageRecoverer.FAILURES, 1);
                }
            }
        }
    }

    private static void send(RabbitBroker rabbit) {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", rabbit.port());
        var unused = new RabbitAdmin(connections).declareQueue(new Queue(RetriedListener.QUEUE));
        new RabbitTemplate(connections)
                .send(
                        RetriedListener.QUEUE,
                        MessageBuilder.withBody(new byte[] {1})
                                .setMessageId("4711")
                                .build());
        connections.destroy();
    }

    private Message nextHeard() throws InterruptedException {
        Message message = heard.poll(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(message).as("a message within two minutes").isNotNull();
        return message;
    }

    /** Lets what waits be due, and delivers it to its queue. */
    private static void comeBack(DelayQueueMessage queue, RedisServer redis, RabbitBroker rabbit) {
        queue.list(RetriedListener.DELAY_TOPIC, State.DUE, null, 10)
                .messages()
                .forEach(message -> assertThat(queue.reschedule(
                                RetriedListener.DELAY_TOPIC, message.message().id(), Duration.ZERO))
                        .hasToString("RESCHEDULED"));
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", rabbit.port());
        RabbitSimpleMessageProducer producer = RabbitSimpleMessageProducer.from(
                connections, RabbitRoute.QUEUE_OF_TOPIC, "application/json", DispatchSettings.DEFAULTS.lease());
        try (Application dispatch = Application.of(redis.uri(), SERVICE)) {
            dispatch.dispatching(DispatchSettings.DEFAULTS, new RabbitEnvelopeConsumer(() -> producer));
            await().atMost(LONG)
                    .until(() -> queue.counts(RetriedListener.DELAY_TOPIC).due() == 0
                            && queue.counts(RetriedListener.DELAY_TOPIC).leased() == 0);
        } finally {
            producer.close();
            connections.destroy();
        }
    }
}
