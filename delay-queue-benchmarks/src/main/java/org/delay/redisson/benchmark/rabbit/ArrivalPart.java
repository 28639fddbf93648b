package org.delay.redisson.benchmark.rabbit;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.delay.redisson.benchmark.contender.Entrant;
import org.delay.redisson.benchmark.contender.Parcel;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.Notebook;

/** Measures how late messages are when a consumer of RabbitMQ has them. */
abstract class ArrivalPart implements RabbitPart {

    private static final long MOST_MS = 3_600_000;
    private static final int PATIENCE_S = 180;

    private final String name;
    private final String setting;

    ArrivalPart(String name, String setting) {
        this.name = name;
        this.setting = setting;
    }

    @Override
    public final String name() {
        return name;
    }

    final Figure p50() {
        return new Figure(name, setting, "p50", Unit.MILLISECONDS);
    }

    final Figure p99() {
        return new Figure(name, setting, "p99", Unit.MILLISECONDS);
    }

    /** Sends all messages, and answers their number. */
    abstract int send(Delayer delayer, RabbitOptions options) throws Exception;

    @Override
    public final void run(RabbitLab lab, RabbitOptions options, Function<String, Notebook> notebooks) throws Exception {
        measure(lab, options, ExpirationDelayer::open, notebooks.apply(ExpirationDelayer.SUBJECT));
        measure(lab, options, LibraryDelayer::open, notebooks.apply(Entrant.LIBRARY));
    }

    private void measure(RabbitLab lab, RabbitOptions options, Delayer.Opening opening, Notebook notebook)
            throws Exception {
        String queue = RabbitLab.newQueue();
        BlockingQueue<Long> latenesses = new LinkedBlockingQueue<>();
        try (Connection connection = lab.connect();
                Channel channel = connection.createChannel()) {
            var unused = channel.queueDeclare(queue, true, false, false, Map.of());
            String tag = channel.basicConsume(
                    queue,
                    true,
                    (consumer, message) -> latenesses.add(System.currentTimeMillis()
                            - Parcel.dueMillis(new String(message.getBody(), StandardCharsets.UTF_8))),
                    consumer -> {});
            try (Delayer delayer = opening.open(lab, queue)) {
                write(latenesses, send(delayer, options), notebook);
            }
            channel.basicCancel(tag);
        }
    }

    private void write(BlockingQueue<Long> latenesses, int number, Notebook notebook) throws InterruptedException {
        Histogram millis = new Histogram(MOST_MS, 3);
        for (int i = 0; i < number; i++) {
            Long lateness = latenesses.poll(PATIENCE_S, TimeUnit.SECONDS);
            if (lateness == null) {
                throw new IllegalStateException((number - i) + " messages did not arrive");
            }
            millis.recordValue(Math.min(Math.max(0, lateness), MOST_MS));
        }
        for (Figure figure : List.of(p50(), p99())) {
            double percentile = figure.equals(p50()) ? 50 : 99;
            notebook.write(
                    setting, figure.metric(), Unit.MILLISECONDS, (double) millis.getValueAtPercentile(percentile));
        }
    }
}
