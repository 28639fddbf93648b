package org.delay.redisson.redis;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.awaitility.core.ConditionFactory;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.redisson.api.RedissonClient;

/** A queue on a service of its own, and the steps that tests are made of. */
record Steps(DelayQueueMessage queue, Keys keys) {

    static final String TOPIC = "orders";

    static final String SERVICE_PAUSED = "paused of the service";

    /** Not during a test. */
    static final Duration LATER = Duration.ofHours(1);

    static final Duration LEASE = Duration.ofMinutes(5);

    /** Only a failure waits that long. */
    static final Duration GENEROUS = Duration.ofMinutes(2);

    /** For calls that wait beside each other: the common pool has few threads where there are few processors. */
    static final Executor THREADS = task -> new Thread(task, "caller").start();

    static Steps on(RedissonClient client) {
        return on(client, 1);
    }

    static Steps on(RedissonClient client, int shards) {
        return on(client, "faults-" + UUID.randomUUID(), shards);
    }

    /** Another client of a service, or the first. */
    static Steps on(RedissonClient client, String service, int shards) {
        return new Steps(
                RedissonDelayQueue.on(client)
                        .service(service)
                        .shards(shards)
                        .bodyConverter(new TextConverter())
                        .build(),
                new Keys("delay", service));
    }

    String service() {
        return keys.service();
    }

    static ConditionFactory awaiting() {
        return await().atMost(GENEROUS).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
    }

    static OutgoingMessage.Builder message(String id) {
        return OutgoingMessage.to(TOPIC).id(id).body("body of " + id).delay(LATER);
    }

    Receipt send(OutgoingMessage.Builder message) {
        return queue.schedule(List.of(message.build())).get(0);
    }

    Receipt send(String id) {
        return send(message(id));
    }

    /** Sends until it has an answer: the client may be an impatient one, or have lost its server. */
    Receipt sendAtLast(OutgoingMessage.Builder message) {
        return awaiting()
                .ignoreExceptionsInstanceOf(DelayQueueException.class)
                .until(() -> send(message), sent -> true);
    }

    Receipt sendAtLast(String id) {
        return sendAtLast(message(id));
    }

    /** Sends messages, and returns when they are due. */
    void sendDue(String... ids) {
        for (String id : ids) {
            Receipt receipt = send(message(id).delay(Duration.ZERO));
            awaiting()
                    .until(() -> queue.poll(0).now() / 1000 >= receipt.dueTime().toEpochMilli());
        }
    }

    ClaimResult claim(int shard, String claimer, long number) {
        return queue.claim(
                new ClaimRequest(shard, TOPIC, new ClaimId(claimer, number), LEASE, new ClaimLimit(200, 2 << 20)));
    }

    ClaimResult claim() {
        return claim(0, "claimer-" + UUID.randomUUID(), 1);
    }

    /** Sends messages and claims all that is due. */
    Lease leased(String... ids) {
        sendDue(ids);
        return claim().lease();
    }

    void dead(String id) {
        bury(leased(id), id);
    }

    Set<String> ack(Lease lease, String... ids) {
        return queue.ack(lease, List.of(ids));
    }

    Set<String> retry(Lease lease, String id) {
        return queue.retry(lease, List.of(new Retry(id, LATER, false)));
    }

    Set<String> release(Lease lease, String id) {
        return queue.release(lease, List.of(id), Duration.ZERO, false);
    }

    Set<String> renew(Lease lease, String id) {
        return queue.renew(lease, List.of(id), LEASE);
    }

    Set<String> bury(Lease lease, String id) {
        return queue.bury(lease, List.of(new GivenUp(id, "no use", false, false)))
                .lost();
    }

    static List<String> ids(ClaimResult claim) {
        return ids(claim.messages());
    }

    static List<String> ids(Collection<Claimed> claimed) {
        return claimed.stream().map(each -> each.message().id()).toList();
    }

    static EncodedMessage encoded(OutgoingMessage message) {
        return new MessageEncoder(new TextConverter(), Limits.DEFAULTS, Formats.CURRENT).encode(message);
    }

    /** A key by its part, as scripts declare it; any other name is a claimer's. */
    String key(String part) {
        return switch (part) {
            case "shards" -> keys.ofService(part);
            case "alive", "details", "changes" -> keys.ofInstances(part);
            case SERVICE_PAUSED -> keys.ofService("paused");
            case "wake", "meta", "paused" -> keys.ofShard(part, 0);
            case "due", "leased", "held", "body", "dead", "dead-body" -> keys.ofTopic(part, 0, TOPIC);
            default -> keys.ofShard("claim:" + part, 0);
        };
    }
}
