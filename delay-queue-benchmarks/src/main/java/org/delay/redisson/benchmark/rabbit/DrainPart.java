package org.delay.redisson.benchmark.rabbit;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.delay.redisson.benchmark.contender.Contender.Reception;
import org.delay.redisson.benchmark.contender.DelayQueueContender;
import org.delay.redisson.benchmark.contender.Entrant;
import org.delay.redisson.benchmark.contender.Parcel;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.Notebook;

/** Measures how fast messages that are due at the same time get into RabbitMQ. */
final class DrainPart implements RabbitPart {

    private static final String NAME = "rabbit-drain";

    static final Figure RATE = new Figure(NAME, "drain into RabbitMQ", "", Unit.PER_SECOND);

    private static final int SIZE = 100;
    private static final int BULK = 500;
    private static final int LOADED_IN_A_SECOND = 2_000;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Drain into RabbitMQ";
    }

    @Override
    public String description() {
        return "Messages of 100 bytes that are due at the same time, until RabbitMQ has confirmed the last one: persistent,"
                + " mandatory, one durable queue. The reference is RabbitMQ's client alone, with confirms and the same properties.";
    }

    @Override
    public String bound() {
        return "The library claims from Redis and acks each message there after its confirm.";
    }

    @Override
    public void run(RabbitLab lab, RabbitOptions options, Function<String, Notebook> notebooks) throws Exception {
        try (Connection connection = lab.connect();
                Channel channel = connection.createChannel()) {
            double bare = BarePublisher.rate(connection, newQueue(channel), options.messages());
            notebooks.apply(BarePublisher.SUBJECT).rate(RATE.setting(), bare);
            double library = library(lab, newQueue(channel), options.messages());
            notebooks.apply(Entrant.LIBRARY).rate(RATE.setting(), library);
        }
    }

    private static String newQueue(Channel channel) throws IOException {
        String queue = RabbitLab.newQueue();
        var unused = channel.queueDeclare(queue, true, false, false, Map.of());
        return queue;
    }

    private static double library(RabbitLab lab, String queue, int number) throws Exception {
        try (DelayQueueContender contender = DelayQueueContender.open(lab.redis())) {
            Instant due = Instant.now().plusSeconds(2 + number / LOADED_IN_A_SECOND);
            for (int i = 0; i < number; i += BULK) {
                int first = i;
                contender.sendAll(
                        queue,
                        IntStream.range(first, Math.min(number, first + BULK))
                                .mapToObj(j -> Parcel.of(j, due, SIZE))
                                .toList());
            }
            CountDownLatch confirmed = new CountDownLatch(number);
            // On a busy machine, they may be due before all are loaded.
            Instant loaded = Instant.now();
            Instant began = loaded.isAfter(due) ? loaded : due;
            try (Reception reception = contender.receiveIntoRabbit(lab.port(), confirmed::countDown)) {
                if (!confirmed.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException(confirmed.getCount() + " messages were not confirmed");
                }
                return number * 1e9 / Duration.between(began, Instant.now()).toNanos();
            }
        }
    }
}
