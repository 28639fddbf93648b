package org.delay.redisson.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.test.AutoConfigureDelayQueueTest;
import org.delay.redisson.test.DelayQueueTester;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;

/** Many dead letters make one notice, also if the chat is away at first. */
@SpringBootTest(
        classes = DeadLetterNoticesTest.Application.class,
        properties = {"delay.redisson.retry.delay=1s", "delay.redisson.retry.jitter=0"})
@AutoConfigureDelayQueueTest
class DeadLetterNoticesTest {

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private DelayQueueMessage queue;

    @Autowired
    private DelayQueueTester delays;

    @Autowired
    private Chat chat;

    @Test
    void tellsOfManyDeadLettersOnceAndTriesAgainWhileTheChatIsAway() {
        chat.failures.set(1);
        for (int i = 0; i < 20; i++) {
            producer.sendMessage("invoices", "order " + i, Duration.ZERO);
        }
        delays.advance(Duration.ZERO);
        await().until(() -> queue.counts("dead-letter-notice").due() == 1);
        assertThat(queue.counts("invoices").dead()).isEqualTo(20);

        delays.advance(Duration.ofSeconds(59));
        assertThat(chat.received).isEmpty();
        delays.advance(Duration.ofSeconds(1));
        assertThat(chat.received).isEmpty();
        delays.advance(Duration.ofMinutes(1));

        assertThat(chat.received).singleElement().asString().contains("invoices has 20 dead letters", "no such order");
    }

    /** Stands for a chat's webhook. */
    static final class Chat implements AutoCloseable {

        private final Queue<String> received = new ConcurrentLinkedQueue<>();
        private final AtomicInteger failures = new AtomicInteger();
        private final HttpServer server;

        Chat() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", this::answer);
            server.start();
        }

        private void answer(HttpExchange call) throws IOException {
            String body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            boolean fails = failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
            if (!fails) {
                received.add(body);
            }
            call.sendResponseHeaders(fails ? 503 : 204, -1);
            call.close();
        }

        RestClient client() {
            return RestClient.create("http://127.0.0.1:" + server.getAddress().getPort());
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Chat chat() throws IOException {
            return new Chat();
        }

        @Bean
        DeadLetterNotices deadLetterNotices(DelayQueueMessageProducer producer, DelayQueueMessage queue, Chat chat) {
            return new DeadLetterNotices(producer, queue, chat.client());
        }

        @Bean
        Invoices invoices() {
            return new Invoices();
        }
    }

    /** None of its messages can be delivered. */
    static final class Invoices {

        @DelayQueueListener(topics = "invoices")
        public void write(String order) {
            if (!order.isEmpty()) {
                throw new PermanentFailure("no such order");
            }
        }
    }
}
