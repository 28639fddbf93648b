package org.delay.redisson.docs;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * What the documents show in Redis: service {@code orders}, topic {@code order-timeout}, with a message in each state. 4711
 * and 4712 wait, the latter with the highest priority, 4713 is being delivered, 4714 is a dead letter. Instance {@code app-1}
 * of application {@code shop} dispatches; topic {@code reminder} is paused.
 */
final class ExampleMessages {

    private static final String TOPIC = "order-timeout";
    private static final Duration LATER = Duration.ofMinutes(30);

    private ExampleMessages() {}

    static void sendTo(RedisServer server) {
        Config config = new Config();
        config.useSingleServer().setAddress(server.uri()).setTimeout(15_000);
        RedissonClient client = Redisson.create(config);
        try {
            // tag::build[]
            DelayQueueMessage queue = RedissonDelayQueue.on(client)
                    .service("orders")
                    .bodyConverter(new FastjsonBodyConverter())
                    .build();
            // end::build[]
            sendTo(queue);
        } finally {
            client.shutdown();
        }
    }

    private static void sendTo(DelayQueueMessage queue) {
        ClaimResult claim = due(queue, "4714", 1);
        queue.bury(
                claim.lease(),
                List.of(new GivenUp("4714", "java.lang.IllegalStateException: no such order", false, false)));
        due(queue, "4713", 2);
        queue.schedule(List.of(
                OutgoingMessage.to(TOPIC)
                        .id("4711")
                        .body("{\"id\":\"4711\"}")
                        .key("customer-12")
                        .header("tenant", "north")
                        .delay(LATER)
                        .build(),
                OutgoingMessage.to(TOPIC)
                        .id("4712")
                        .body("{\"id\":\"4712\"}")
                        .priority(9)
                        .delay(LATER)
                        .build()));
        queue.pause("reminder");
        queue.heartbeat("app-1", "shop", Duration.ofSeconds(3));
    }

    private static ClaimResult due(DelayQueueMessage queue, String id, int number) {
        queue.schedule(List.of(OutgoingMessage.to(TOPIC)
                .id(id)
                .body("{\"id\":\"" + id + "\"}")
                .delay(Duration.ZERO)
                .build()));
        await().until(() -> !queue.poll(0).due().isEmpty());
        return queue.claim(new ClaimRequest(0, TOPIC, new ClaimId("app-1", number), LATER, new ClaimLimit(1, 1000)));
    }
}
