package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.delay.redisson.DelayQueueException.Refused;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.ChildJvm;

/** Sends without waiting, as fast as it can, and tells how each send ended: Redis, service, and how many. */
final class ManySendsMain {

    private final DelayQueueMessageProducer producer;
    private final String topic;
    private final AtomicLong longestSend = new AtomicLong();
    private long longestCall;

    private ManySendsMain(Application application, String topic) {
        this.producer = new DelayQueueMessageProducer(application.queue());
        this.topic = topic;
    }

    public static void main(String[] arguments) {
        try (Application application = Application.of(arguments[0], arguments[1])) {
            application.queue().shards();
            ChildJvm.tell("ready");
            ChildJvm.listen();
            new ManySendsMain(application, arguments[1]).run(Integer.parseInt(arguments[2]));
        }
    }

    private void run(int number) {
        List<CompletableFuture<Boolean>> sends = new ArrayList<>(number);
        for (int i = 0; i < number; i++) {
            sends.add(send(i));
        }
        ChildJvm.tell("sent");
        long refused = sends.stream()
                .map(CompletableFuture::join)
                .filter(wasRefused -> wasRefused)
                .count();
        ChildJvm.tell("refused " + refused);
        ChildJvm.tell("call " + Duration.ofNanos(longestCall).toMillis());
        ChildJvm.tell("send " + Duration.ofNanos(longestSend.get()).toMillis());
    }

    /** Half of them under ids that nobody else knows, which are sent again. */
    private CompletableFuture<Boolean> send(int number) {
        OutgoingMessage.Builder message =
                OutgoingMessage.to(topic).body("x".repeat(100)).delay(Duration.ofHours(1));
        long began = System.nanoTime();
        CompletableFuture<Receipt> send = producer.sendMessageAsync(
                number % 2 == 0 ? message.build() : message.id("id-" + number).build());
        longestCall = Math.max(longestCall, System.nanoTime() - began);
        return send.handle((receipt, thrown) -> {
            longestSend.accumulateAndGet(System.nanoTime() - began, Math::max);
            return thrown instanceof CompletionException e && e.getCause() instanceof Refused;
        });
    }
}
