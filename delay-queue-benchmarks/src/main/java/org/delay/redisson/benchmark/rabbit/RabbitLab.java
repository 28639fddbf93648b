package org.delay.redisson.benchmark.rabbit;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.tck.server.RabbitBroker;
import org.delay.redisson.tck.server.RedisServer;

/** A Redis and a RabbitMQ of their own, which all subjects of a run use. */
final class RabbitLab implements AutoCloseable {

    private static final AtomicInteger QUEUES = new AtomicInteger();

    private final RedisServer redis;
    private final RabbitBroker broker;

    private RabbitLab(RedisServer redis, RabbitBroker broker) {
        this.redis = redis;
        this.broker = broker;
    }

    static RabbitLab start() {
        return new RabbitLab(RedisServer.start(), RabbitBroker.start());
    }

    String redis() {
        return redis.uri();
    }

    int port() {
        return broker.port();
    }

    Connection connect() throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port());
        return factory.newConnection();
    }

    /** As RabbitMQ tells it. */
    String version() throws IOException, TimeoutException {
        try (Connection connection = connect()) {
            return String.valueOf(connection.getServerProperties().get("version"));
        }
    }

    static String newQueue() {
        return "rabbit-" + QUEUES.incrementAndGet();
    }

    @Override
    public void close() {
        broker.close();
        redis.close();
    }
}
