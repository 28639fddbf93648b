package org.delay.redisson.system;

import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.report.DispatchListener;

/** Drains a topic and tells how long it took: Redis, service, topic, number of messages, and Kafka if it goes there. */
final class DrainMain {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private DrainMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        String topic = arguments[2];
        int number = Integer.parseInt(arguments[3]);
        AtomicIntegerArray deliveries = new AtomicIntegerArray(number);
        CountDownLatch handled = new CountDownLatch(number);
        DispatchListener listener = new DispatchListener() {
            @Override
            public void delivered(DelayedMessage message, Duration lateness, Duration took) {
                deliveries.incrementAndGet(Integer.parseInt(message.id().substring("id".length())));
                handled.countDown();
            }
        };
        DispatchSettings settings = DispatchSettings.DEFAULTS;
        try (Application application = Application.patient(arguments[0], arguments[1])) {
            var consumer = arguments.length > 4
                    ? application.toKafka(settings, arguments[4], List.of(topic))
                    : new Handler(message -> {});
            ChildJvm.tell("ready");
            ChildJvm.listen();
            long began = System.nanoTime();
            application.dispatching(settings, listener, consumer, UnaryOperator.identity());
            handled.await();
            ChildJvm.tell("handled " + millisSince(began));
            await().pollInterval(Duration.ofMillis(10)).atMost(TIMEOUT).until(() -> {
                var counts = application.queue().counts(topic);
                return counts.due() == 0 && counts.leased() == 0;
            });
            ChildJvm.tell("settled " + millisSince(began));
            long distinct = IntStream.range(0, number)
                    .filter(i -> deliveries.get(i) > 0)
                    .count();
            int all = IntStream.range(0, number).map(deliveries::get).sum();
            ChildJvm.tell("counted distinct " + distinct + ", deliveries " + all);
            ChildJvm.tell("heap " + peakHeap() / 1_000_000);
        }
    }

    private static long millisSince(long began) {
        return Duration.ofNanos(System.nanoTime() - began).toMillis();
    }

    private static long peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }
}
