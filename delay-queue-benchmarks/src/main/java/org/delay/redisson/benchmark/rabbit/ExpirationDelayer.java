package org.delay.redisson.benchmark.rabbit;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.delay.redisson.benchmark.contender.Parcel;

/** RabbitMQ's own means: messages expire in a queue that nobody reads, and its dead-letter exchange passes them on. */
record ExpirationDelayer(Connection connection, Channel channel, String waiting) implements Delayer {

    static final String SUBJECT = "TTL + dead-letter exchange";

    static Delayer open(RabbitLab lab, String queue) throws Exception {
        Connection connection = lab.connect();
        Channel channel = connection.createChannel();
        channel.confirmSelect();
        String waiting = queue + "-waiting";
        var unused = channel.queueDeclare(
                waiting, true, false, false, Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", queue));
        return new ExpirationDelayer(connection, channel, waiting);
    }

    @Override
    public void send(Parcel parcel) throws Exception {
        long delay = Math.max(0, Duration.between(Instant.now(), parcel.due()).toMillis());
        channel.basicPublish(
                "",
                waiting,
                MessageProperties.PERSISTENT_TEXT_PLAIN
                        .builder()
                        .expiration(Long.toString(delay))
                        .build(),
                parcel.body().getBytes(StandardCharsets.UTF_8));
        var unused = channel.waitForConfirms();
    }

    @Override
    public void close() throws Exception {
        connection.close();
    }
}
