package org.delay.redisson.autoconfigure;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A master, a replica and the Sentinel that knows them: an application is told of none but the Sentinel. */
class SentinelTest {

    private static final Duration LONG = Duration.ofMinutes(3);

    private static RedisServer master;
    private static RedisServer replica;
    private static RedisServer sentinel;

    private final Queue<String> arrived = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void start() {
        master = RedisServer.start();
        replica = RedisServer.builder()
                .config("replicaof 127.0.0.1 " + master.port())
                .start();
        sentinel = RedisServer.builder()
                .sentinel()
                .config(
                        "sentinel monitor main 127.0.0.1 " + master.port() + " 1",
                        "sentinel down-after-milliseconds main 1000",
                        "sentinel failover-timeout main 5000")
                .start();
        await().atMost(LONG).until(SentinelTest::knowsTheReplica);
    }

    /** Or it would have nobody to promote. */
    private static boolean knowsTheReplica() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), sentinel.port())) {
            socket.getOutputStream().write("SENTINEL SLAVES main\r\n".getBytes(US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))
                    .readLine()
                    .equals("*1");
        }
    }

    @AfterAll
    static void stop() {
        sentinel.close();
        replica.close();
        master.close();
    }

    private ApplicationContextRunner runner() {
        return Runners.plain()
                .withPropertyValues(
                        "spring.data.redis.sentinel.master=main",
                        "spring.data.redis.sentinel.nodes=127.0.0.1:" + sentinel.port(),
                        "delay.redisson.replication.min-replicas=1",
                        "delay.redisson.replication.timeout=500ms")
                .withBean(DelayQueueMessageConsumer.class, () -> new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        messages.forEach(message -> arrived.add(message.id()));
                    }
                });
    }

    /** Last of all the master is killed, so this is one test. */
    @Test
    void messagesAreSentToTheMasterOfTheDayAndWaitForItsReplica() {
        runner().run(context -> {
            DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
            await().atMost(LONG)
                    .ignoreExceptionsInstanceOf(DelayQueueException.class)
                    .until(() -> producer.sendMessage(message("far", Duration.ofSeconds(5))) != null);

            master.kill();

            await().atMost(LONG).until(() -> arrived.contains("far"));
            await().atMost(LONG)
                    .until(() -> catchThrowable(() -> producer.sendMessage(message("alone", Duration.ZERO)))
                            instanceof DelayQueueException.NotReplicated);
            await().atMost(LONG).until(() -> arrived.contains("alone"));
            assertThat(arrived).containsOnly("far", "alone");
        });
    }

    private static OutgoingMessage message(String id, Duration delay) {
        return OutgoingMessage.to("order-timeout")
                .id(id)
                .body("body")
                .delay(delay)
                .build();
    }
}
