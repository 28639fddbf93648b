package org.delay.redisson.benchmark.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.delay.redisson.Headers;
import org.delay.redisson.benchmark.contender.Parcel;

/** RabbitMQ's client with confirms, one channel, and messages that look as the library's. It waits once, for the last confirm. */
final class BarePublisher {

    static final String SUBJECT = "bare publisher";

    private static final int SIZE = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private BarePublisher() {}

    /** How many messages a second it publishes until the last is confirmed. */
    static double rate(Connection connection, String queue, int number) throws Exception {
        try (Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            Instant due = Instant.now();
            AMQP.BasicProperties properties = properties(due);
            long began = System.nanoTime();
            for (int i = 0; i < number; i++) {
                byte[] body = Parcel.of(i, due, SIZE).body().getBytes(StandardCharsets.UTF_8);
                channel.basicPublish("", queue, true, properties, body);
            }
            channel.waitForConfirmsOrDie(PATIENCE.toMillis());
            return number * 1e9 / (System.nanoTime() - began);
        }
    }

    private static AMQP.BasicProperties properties(Instant due) {
        Map<String, Object> headers = new HashMap<>();
        headers.put(Headers.ID, "AAAAAAAAAAAAAAAAAAAAAA");
        headers.put(Headers.DUE_TIME, due.toString());
        headers.put(Headers.PRIORITY, "4");
        headers.put(Headers.ATTEMPT, "1");
        return MessageProperties.PERSISTENT_TEXT_PLAIN
                .builder()
                .contentType("application/json")
                .messageId("AAAAAAAAAAAAAAAAAAAAAA")
                .headers(headers)
                .build();
    }
}
