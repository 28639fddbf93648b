package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.awaitility.core.ConditionFactory;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * A queue for each test, and the steps that tests are made of. A time that must not come during a test is {@link #LATER};
 * one that must come is short, and waited for on the queue's own clock.
 */
abstract class ContractFixture {

    static final String TOPIC = "orders";

    /** The answer without the time, which differs between two answers to one claim. */
    static final String CLAIM_TIME = "message.claimTime";

    /** A delay that is not over during a test. */
    static final Duration LATER = Duration.ofHours(1);

    /** A lease that a test can wait for. */
    static final Duration SHORT = Duration.ofMillis(5);

    /** Far longer than any call takes on the slowest machine. Only a failing test waits that long. */
    static final Duration GENEROUS = Duration.ofMinutes(2);

    /** Threads for concurrent calls. The common pool has few threads on a machine with few processors. */
    static final Executor THREADS = task -> new Thread(task, "contract-caller").start();

    private final String service = "contract-" + UUID.randomUUID();
    private final List<DelayQueueMessage> opened = new ArrayList<>();

    QueueFactory queues;

    DelayQueueMessage queue;

    Limits limits() {
        return Limits.DEFAULTS;
    }

    @BeforeEach
    void openQueue(QueueFactory factory) throws Exception {
        queues = factory;
        queue = open();
    }

    @AfterEach
    void closeQueues() throws Exception {
        for (DelayQueueMessage each : opened) {
            queues.close(each);
        }
    }

    /** Another client of this test's queue at each call. */
    DelayQueueMessage open() throws Exception {
        DelayQueueMessage client = queues.open(service, limits(), new PairBodies());
        opened.add(client);
        return client;
    }

    int shards() {
        return queues.shards();
    }

    boolean timeJumps() {
        return queues.time().jumps();
    }

    // Time

    Instant now() {
        return Instant.EPOCH.plus(queue.poll(0).now(), ChronoUnit.MICROS);
    }

    void passTime(Duration time) {
        passUntil(now().plus(time));
    }

    /** Returns when the queue's clock shows this time, or a later one. */
    void passUntil(Instant time) {
        for (Instant now = now(); now.isBefore(time); now = now()) {
            queues.time().pass(Duration.between(now, time));
        }
    }

    /** Returns when all of these are due. */
    void passUntilDue(Collection<Receipt> receipts) {
        receipts.stream().map(Receipt::dueTime).max(Comparator.naturalOrder()).ifPresent(this::passUntil);
    }

    /** Waits for what other threads do. */
    static ConditionFactory awaiting() {
        return await().atMost(GENEROUS).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2));
    }

    // Sending

    /** A message that is not due during this test, unless more is said. */
    static OutgoingMessage.Builder message(String id) {
        return message(TOPIC, id);
    }

    static OutgoingMessage.Builder message(String topic, String id) {
        return OutgoingMessage.to(topic).id(id).body("body of " + id).delay(LATER);
    }

    Receipt send(OutgoingMessage.Builder message) {
        return queue.schedule(List.of(message.build())).get(0);
    }

    /** Sends a message, and returns when it is due. */
    Receipt sendDue(OutgoingMessage.Builder message) {
        Receipt receipt = send(message.delay(Duration.ZERO));
        passUntil(receipt.dueTime());
        return receipt;
    }

    Receipt sendDue(String id) {
        return sendDue(message(id));
    }

    // Shards

    int home(String id) {
        return home(id, shards());
    }

    static int home(String id, int shards) {
        CRC32 crc = new CRC32();
        crc.update(id.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % shards);
    }

    /** Ids that share a shard, in ascending order: only within one is there an order of messages. */
    List<String> neighbours(int number) {
        return Stream.iterate(100, i -> i + 1)
                .map(i -> "n-" + i)
                .filter(id -> home(id) == home("n-100"))
                .limit(number)
                .toList();
    }

    // Claiming

    ClaimingThread claimer() {
        return new ClaimingThread(queue);
    }

    /** Claims this message, which must be the only one of its shard that can be claimed. */
    LeasedMessage claim(String id) {
        return claim(id, ClaimingThread.LONG);
    }

    LeasedMessage claim(String id, Duration lease) {
        List<LeasedMessage> held = LeasedMessage.of(claimer().lease(lease).claim(home(id), TOPIC));
        assertThat(held).extracting(LeasedMessage::id).containsExactly(id);
        return held.get(0);
    }

    /** A new message, under a lease that stands. */
    LeasedMessage leased(String id) {
        sendDue(id);
        return claim(id);
    }

    /** A new message, under a lease that has run out. */
    LeasedMessage expired(String id) {
        sendDue(id);
        return claimedAndExpired(id);
    }

    /** Claims a message, and returns when that lease has run out. */
    LeasedMessage claimedAndExpired(String id) {
        LeasedMessage held = claim(id, SHORT);
        passUntil(stored(id).at());
        return held;
    }

    /** A new message that was given up. */
    void dead(String id) {
        bury(leased(id), "no use");
    }

    // Settling

    Set<String> ack(LeasedMessage held) {
        return queue.ack(held.lease(), List.of(held.id()));
    }

    Set<String> retry(LeasedMessage held, Duration delay, boolean mayStillArrive) {
        return queue.retry(held.lease(), List.of(new Retry(held.id(), delay, mayStillArrive)));
    }

    Set<String> release(LeasedMessage held, Duration delay, boolean mayStillArrive) {
        return queue.release(held.lease(), List.of(held.id()), delay, mayStillArrive);
    }

    Set<String> renew(LeasedMessage held, Duration duration) {
        return queue.renew(held.lease(), List.of(held.id()), duration);
    }

    Set<String> bury(LeasedMessage held, String error) {
        return bury(held, error, false);
    }

    Set<String> bury(LeasedMessage held, String error, boolean mayStillArrive) {
        return queue.bury(held.lease(), List.of(new GivenUp(held.id(), error, mayStillArrive, false)))
                .lost();
    }

    // Polling

    StoredMessage stored(String id) {
        return queue.find(TOPIC, id).orElseThrow(() -> new AssertionError("There is no message " + id));
    }

    void assertGone(String id) {
        assertThat(queue.find(TOPIC, id)).isEmpty();
    }

    void assertCounts(long due, long leased, long dead) {
        Counts counts = queue.counts(TOPIC);
        assertThat(List.of(counts.due(), counts.leased(), counts.dead()))
                .as("due, leased, dead")
                .containsExactly(due, leased, dead);
    }
}
