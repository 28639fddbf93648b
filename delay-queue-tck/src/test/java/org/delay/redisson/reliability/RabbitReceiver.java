package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.delay.redisson.Headers;
import org.delay.redisson.system.Book;
import org.delay.redisson.tck.server.RabbitBroker;

/** A plain client of RabbitMQ that writes down what it gets of durable queues, and connects again after the broker was down. */
final class RabbitReceiver implements AutoCloseable {

    private static final int RECONNECT_MS = 500;

    private final Connection connection;
    private final Book book;
    private final Set<String> ids = ConcurrentHashMap.newKeySet();

    private RabbitReceiver(Connection connection, Book book) {
        this.connection = connection;
        this.book = book;
    }

    /** Declares the queues, and begins to receive. */
    static RabbitReceiver start(RabbitBroker broker, List<String> queues, Book book)
            throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(broker.port());
        factory.setNetworkRecoveryInterval(RECONNECT_MS);
        RabbitReceiver receiver = new RabbitReceiver(factory.newConnection(), book);
        for (String queue : queues) {
            receiver.receive(queue);
        }
        broker.keepDeclarations();
        return receiver;
    }

    /** Declares a queue, and begins to receive. */
    void receive(String queue) throws IOException {
        Channel channel = connection.createChannel();
        channel.queueDeclare(queue, true, false, false, Map.of());
        channel.basicConsume(queue, false, new Consumer(channel));
    }

    /** Deletes a queue. */
    void delete(String queue) throws IOException {
        connection.createChannel().queueDelete(queue);
    }

    /** Declares an exchange that passes all messages on to a queue of the same routing key. */
    void bind(String exchange, String queue) throws IOException {
        Channel channel = connection.createChannel();
        channel.exchangeDeclare(exchange, "direct", true);
        channel.queueBind(queue, exchange, queue);
    }

    /** Waits for so many different messages since the start. */
    void awaitMessages(int number) {
        await("for " + number + " messages from RabbitMQ")
                .atMost(Traffic.PATIENCE)
                .until(() -> ids.size() >= number);
    }

    @Override
    public void close() throws IOException {
        connection.abort();
    }

    private final class Consumer extends DefaultConsumer {

        private Consumer(Channel channel) {
            super(channel);
        }

        @Override
        public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body)
                throws IOException {
            Instant now = Instant.now();
            Map<String, Object> headers = properties.getHeaders();
            String id = headers.get(Headers.ID).toString();
            book.arrived(
                    id,
                    now,
                    Headers.dueTime(bytes(headers.get(Headers.DUE_TIME))),
                    Headers.number(bytes(headers.get(Headers.ATTEMPT))));
            ids.add(id);
            getChannel().basicAck(envelope.getDeliveryTag(), false);
        }

        private static byte[] bytes(Object header) {
            return header.toString().getBytes(StandardCharsets.UTF_8);
        }
    }
}
