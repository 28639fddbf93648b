package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;
import static org.delay.redisson.engine.EngineFixture.sendMany;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.PullDestination;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Messages that are taken when somebody wants them, from the queue in memory and from a real one. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class PulledTopicsTest {

    private static final String PULLED = "pulled";

    private static RedisServer server;
    private static RedissonClient client;

    private final EngineFixture fixture = new EngineFixture();
    private final List<DispatchEngine> engines = new ArrayList<>();

    enum Store {
        MEMORY {
            @Override
            DelayQueueMessage open() {
                return InMemoryDelayQueue.builder().shards(3).build();
            }
        },
        REDIS {
            @Override
            DelayQueueMessage open() {
                return RedissonDelayQueue.on(client)
                        .service("s-" + UUID.randomUUID())
                        .bodyConverter(new EngineFixture.Texts())
                        .shards(3)
                        .build();
            }
        };

        abstract DelayQueueMessage open();
    }

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
        Config config = new Config();
        config.useSingleServer().setAddress(server.uri()).setTimeout((int) LONG.toMillis());
        client = Redisson.create(config);
    }

    @AfterAll
    static void stopServer() {
        client.shutdown();
        server.close();
    }

    @AfterEach
    void stop() {
        engines.forEach(engine -> engine.stop(Duration.ofMillis(500)));
        fixture.close();
    }

    /** Takes as many messages as it is told to want. */
    private static final class Receivers implements PullDestination {

        private final Set<Consumer<String>> listeners = ConcurrentHashMap.newKeySet();
        private final List<Taken> taken = new ArrayList<>();
        private int wanted;
        private int asked;
        private boolean isWatched;
        private boolean isBroken;

        record Taken(Lease lease, Claimed claimed) {

            String id() {
                return claimed.message().id();
            }
        }

        void want(int more) {
            synchronized (this) {
                wanted += more;
            }
            listeners.forEach(one -> one.accept(PULLED));
        }

        synchronized void watch() {
            isWatched = true;
        }

        synchronized void breakDown(boolean broken) {
            isBroken = broken;
        }

        @Override
        public boolean contains(String topic) {
            return topic.equals(PULLED);
        }

        @Override
        public synchronized int wanted(String topic) {
            asked++;
            return wanted;
        }

        @Override
        public synchronized boolean isWatched(String topic) {
            return isWatched;
        }

        @Override
        public synchronized Set<String> take(Lease lease, List<Claimed> messages) {
            if (isBroken) {
                throw new IllegalStateException("broken, as the test wants");
            }
            Set<String> ids = new HashSet<>();
            for (Claimed claimed : messages.subList(0, Math.min(wanted, messages.size()))) {
                taken.add(new Taken(lease, claimed));
                ids.add(claimed.message().id());
                wanted--;
            }
            return ids;
        }

        @Override
        public void onWanted(Consumer<String> listener) {
            listeners.add(listener);
        }

        synchronized List<Taken> taken() {
            return List.copyOf(taken);
        }

        synchronized int asked() {
            return asked;
        }

        void awaitTaken(int number) {
            await().atMost(LONG).until(() -> taken().size() >= number);
        }

        void ackAll(DelayQueueMessage queue) {
            taken().forEach(one -> queue.ack(one.lease(), Set.of(one.id())));
        }
    }

    private void start(DelayQueueMessage queue, Receivers receivers, DispatchSettings settings) {
        DispatchEngine engine = DispatchEngine.builder(
                        queue,
                        new EngineFixture.Consumer(
                                200, (topic, messages) -> assertThat(topic).isNotEqualTo(PULLED)))
                .settings(settings)
                .pulled(receivers)
                .workerThreads(fixture.threads())
                .build();
        engines.add(engine);
        engine.start();
    }

    private static void awaitAsked(Receivers receivers, int times) {
        int before = receivers.asked();
        await().atMost(LONG).until(() -> receivers.asked() >= before + times);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsWantedIsTakenAndTheRestWaitsUncounted(Store store) {
        DelayQueueMessage queue = store.open();
        Receivers receivers = new Receivers();
        sendMany(queue, PULLED, "m", 5);
        send(queue, "other", "o");
        start(queue, receivers, FAST);
        awaitDrained(queue, "other");
        awaitAsked(receivers, 3);
        assertThat(receivers.taken()).isEmpty();

        receivers.want(2);
        receivers.awaitTaken(2);
        receivers.ackAll(queue);

        await().atMost(LONG).until(() -> queue.counts(PULLED).leased() == 0);
        assertThat(queue.counts(PULLED).due()).isEqualTo(3);
        receivers.want(100);
        receivers.awaitTaken(5);
        receivers.ackAll(queue);
        awaitDrained(queue, PULLED);
        assertThat(receivers.taken()).hasSize(5).allSatisfy(one -> {
            assertThat(one.claimed().failures()).isZero();
            assertThat(one.claimed().leaseExpirations()).isZero();
        });
    }

    /** The first instance defers what nobody wants there; the second one's receivers come after that. */
    @ParameterizedTest
    @EnumSource
    void aWantReachesMessagesThatAnotherInstanceHasDeferred(Store store) {
        Set<Object> recalled = ConcurrentHashMap.newKeySet();
        DelayQueueMessage queue = Interposed.on(store.open(), (method, arguments, call) -> {
            if (method.equals("defer") && arguments[1].equals(Map.of(PULLED, Duration.ZERO))) {
                recalled.add(arguments[0]);
            }
            return call.call();
        });
        Receivers nobody = new Receivers();
        start(queue, nobody, FAST);
        Receivers receivers = new Receivers();
        start(queue, receivers, FAST);
        sendMany(queue, PULLED, "m", 30);
        awaitAsked(nobody, 3);
        awaitAsked(receivers, 3);
        recalled.clear();

        receivers.want(30);

        receivers.awaitTaken(30);
        await().atMost(LONG).untilAsserted(() -> assertThat(recalled).containsExactlyInAnyOrder(0, 1, 2));
        assertThat(nobody.taken()).isEmpty();
        receivers.ackAll(queue);
        awaitDrained(queue, PULLED);
    }

    @ParameterizedTest
    @EnumSource
    void aWatchedTopicIsTakenInManySmallWants(Store store) {
        DelayQueueMessage queue = store.open();
        Receivers receivers = new Receivers();
        receivers.watch();
        start(queue, receivers, FAST);
        sendMany(queue, PULLED, "m", 40);

        for (int i = 1; i <= 40; i++) {
            receivers.want(1);
            receivers.awaitTaken(i);
        }

        receivers.ackAll(queue);
        awaitDrained(queue, PULLED);
        assertThat(receivers.taken()).extracting(Receivers.Taken::id).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsTakenAndNotSettledComesAgainWhenItsLeaseEnds(Store store) {
        DelayQueueMessage queue = store.open();
        Receivers receivers = new Receivers();
        receivers.want(10);
        start(queue, receivers, FAST.toBuilder().lease(Duration.ofSeconds(1)).build());
        send(queue, PULLED, "m");

        receivers.awaitTaken(2);

        assertThat(receivers.taken().get(1).claimed().leaseExpirations()).isEqualTo(1);
        Receivers.Taken last = receivers.taken().get(1);
        queue.retry(last.lease(), List.of(new Retry("m", Duration.ZERO, false)));
        receivers.awaitTaken(3);
        assertThat(receivers.taken().get(2).claimed().failures()).isEqualTo(1);
        receivers.ackAll(queue);
        awaitDrained(queue, PULLED);
    }

    /** What is claimed beyond what is wanted is kept from the receivers of other instances until it is released. */
    @ParameterizedTest
    @EnumSource
    void workersTogetherClaimNoMoreThanIsWanted(Store store) {
        CountDownLatch second = new CountDownLatch(2);
        AtomicInteger claimed = new AtomicInteger();
        DelayQueueMessage queue = Interposed.on(store.open(), (method, arguments, call) -> {
            if (!method.equals("claim")
                    || !((ClaimRequest) arguments[0]).topic().equals(PULLED)) {
                return call.call();
            }
            second.countDown();
            ClaimResult result = (ClaimResult) call.call();
            claimed.addAndGet(result.messages().size());
            // Room for another worker, which must not come.
            boolean unused = second.await(500, TimeUnit.MILLISECONDS);
            return result;
        });
        Receivers receivers = new Receivers();
        receivers.want(1);
        sendMany(queue, PULLED, "m", 60);
        start(queue, receivers, FAST);

        receivers.awaitTaken(1);
        assertThat(claimed).hasValue(1);
        receivers.want(59);
        receivers.awaitTaken(60);

        assertThat(claimed).hasValue(60);
        receivers.ackAll(queue);
        awaitDrained(queue, PULLED);
    }

    @ParameterizedTest
    @EnumSource
    void aDestinationThatThrowsLosesNothing(Store store) {
        DelayQueueMessage queue = store.open();
        Receivers receivers = new Receivers();
        receivers.breakDown(true);
        receivers.want(10);
        start(queue, receivers, FAST);
        send(queue, PULLED, "m");
        awaitAsked(receivers, 3);

        receivers.breakDown(false);

        receivers.awaitTaken(1);
        assertThat(receivers.taken().get(0).claimed().failures()).isZero();
        receivers.ackAll(queue);
        awaitDrained(queue, PULLED);
    }
}
