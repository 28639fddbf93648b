package org.delay.redisson.system;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;

/** An application whose own work fills the common pool of its JVM: Redis, what it does, and how many messages. */
final class BusyPoolMain {

    private static final String TOPIC = "orders";

    private BusyPoolMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        int number = Integer.parseInt(arguments[2]);
        try (Application application = Application.of(arguments[0], "busy")) {
            application.queue().shards();
            switch (arguments[1]) {
                case "dispatch" -> dispatch(application, number);
                case "send" -> sendUnderALock(application, number);
                default -> throw new IllegalArgumentException(arguments[1]);
            }
        }
    }

    private static void dispatch(Application application, int number) throws InterruptedException {
        block();
        CountDownLatch left = new CountDownLatch(number);
        for (int from = 0; from < number; from += 100) {
            application
                    .queue()
                    .schedule(IntStream.range(from, from + 100)
                            .mapToObj(i -> message(i, Duration.ofMillis(500 + i * 5L)))
                            .toList());
        }
        application.dispatching(DispatchSettings.DEFAULTS, new Handler(message -> {
            left.countDown();
            if (left.getCount() == number - 1) {
                ChildJvm.tell("first");
            }
        }));
        left.await();
        ChildJvm.tell("all");
    }

    /** Jobs that wait for something else, as those of applications do. */
    private static void block() {
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < 4 * ForkJoinPool.getCommonPoolParallelism(); i++) {
            ForkJoinPool.commonPool().execute(() -> {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    private static void sendUnderALock(Application application, int number) {
        DelayQueueMessageProducer producer = new DelayQueueMessageProducer(application.queue());
        producer.sendMessage(message(number, Duration.ofHours(1)));
        ChildJvm.tell("ready");
        ChildJvm.listen();
        Object lock = new Object();
        IntStream.range(0, number).parallel().forEach(i -> {
            synchronized (lock) {
                producer.sendMessage(message(i, Duration.ofHours(1)));
            }
        });
        ChildJvm.tell("all");
    }

    private static OutgoingMessage message(int number, Duration delay) {
        return OutgoingMessage.to(TOPIC).body("message " + number).delay(delay).build();
    }

    static List<String> options() {
        return List.of(
                "-XX:ActiveProcessorCount=4",
                "-Djava.util.concurrent.ForkJoinPool.common.parallelism=3",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC");
    }
}
