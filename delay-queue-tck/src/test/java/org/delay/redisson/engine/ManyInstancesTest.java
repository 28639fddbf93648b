package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.InstanceOperations.Membership;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.schedule.Heartbeat;
import org.delay.redisson.engine.schedule.Rendezvous;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Instances that share a service: who owns a shard must never decide whether a message is delivered. */
@Timeout(300)
class ManyInstancesTest {

    private static final DispatchSettings ONE_WORKER =
            DispatchSettings.builder().workers(1).build();

    private final EngineFixture fixture = new EngineFixture();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    private final CountDownLatch end = new CountDownLatch(1);
    private final Map<String, AtomicInteger> handled = new ConcurrentHashMap<>();

    @AfterEach
    void stop() {
        end.countDown();
        fixture.close();
    }

    private void count(String id) {
        handled.computeIfAbsent(id, none -> new AtomicInteger()).incrementAndGet();
    }

    private void awaitHandled(String id) {
        await().atMost(LONG).until(() -> handled.containsKey(id));
    }

    /** What an instance does with a message. */
    @FunctionalInterface
    private interface Work {
        void handle(String instance, String id) throws Exception;
    }

    private List<DispatchEngine> start(int number, DispatchSettings settings, DelayQueueMessage through, Work work) {
        List<DispatchEngine> engines = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            String name = "instance-" + i;
            DispatchEngine engine = fixture.engine(through, settings, (topic, messages) -> {
                String id = messages.get(0).id();
                work.handle(name, id);
                count(id);
            });
            engine.start();
            engines.add(engine);
        }
        return engines;
    }

    /** Starts instances, and returns when each knows of all. */
    private List<DispatchEngine> startAndMeet(int number, DispatchSettings settings, Work work) {
        return startAndMeet(number, settings, queue, work);
    }

    private List<DispatchEngine> startAndMeet(
            int number, DispatchSettings settings, DelayQueueMessage through, Work work) {
        Set<Object> informed = ConcurrentHashMap.newKeySet();
        DelayQueueMessage watched = Interposed.on(through, (method, arguments, call) -> {
            Object answer = call.call();
            if (method.equals("heartbeat") && ((Membership) answer).size() == number) {
                informed.add(arguments[0]);
            }
            return answer;
        });
        List<DispatchEngine> engines = start(number, settings, watched, work);
        await().atMost(LONG).until(() -> informed.size() == number);
        return engines;
    }

    @Test
    void whereNobodyHearsOfTheOthersEachOwnsEverythingAndNothingIsTakenTwice() {
        DelayQueueMessage deaf = Interposed.on(queue, (method, arguments, call) -> {
            if (method.equals("heartbeat")) {
                throw ScriptedFailures.refused();
            }
            return call.call();
        });
        start(3, FAST, deaf, (instance, id) -> {});

        for (int i = 0; i < 300; i++) {
            send(queue, "orders", "id" + i, Duration.ofMillis(i % 50));
        }

        awaitDrained(queue, "orders");
        assertThat(handled).hasSize(300);
        assertThat(handled.values()).allSatisfy(times -> assertThat(times).hasValue(1));
    }

    /** An owner that is alive by its heartbeats, and does nothing. */
    private DelayQueueMessage withGhosts(int ghosts, boolean wakeUps) {
        return Interposed.on(queue, (method, arguments, call) -> {
            if (method.equals("heartbeat")) {
                List<Instance> all = new ArrayList<>(queue.instances());
                for (int i = 0; all.size() <= ghosts; i++) {
                    Instance me = new Instance((String) arguments[0], "", 1, Duration.ofMinutes(1), Heartbeat.LIFE);
                    Instance ghost = new Instance("ghost-" + i, "", 1, Duration.ofMinutes(1), Heartbeat.LIFE);
                    if (Rendezvous.order(0, List.of(me, ghost)).get(0).equals(ghost)) {
                        all.add(ghost);
                    }
                }
                all.add(new Instance((String) arguments[0], "", 1, Duration.ofMinutes(1), Heartbeat.LIFE));
                return new Membership(1, all.size(), Heartbeat.LIFE, true, all, Set.of());
            }
            if (method.equals("subscribe") && !wakeUps) {
                return (Subscription) () -> {};
            }
            return call.call();
        });
    }

    @Test
    void whereAllOwnersAreGhostsNothingIsLost() {
        start(
                1,
                DispatchSettings.builder().sweep(Duration.ofHours(1)).build(),
                withGhosts(2, true),
                (instance, id) -> {});
        for (int i = 0; i < 20; i++) {
            send(queue, "orders", "id" + i, Duration.ofMillis(20L * i));
        }

        awaitDrained(queue, "orders");

        assertThat(handled).hasSize(20);
    }

    @Test
    void whereWakeUpsAreLostAsWellTheRareSweepFindsEverything() {
        start(1, FAST.toBuilder().sweep(Duration.ofMillis(20)).build(), withGhosts(2, false), (instance, id) -> {});
        for (int i = 0; i < 20; i++) {
            send(queue, "orders", "id" + i, Duration.ofMillis(20L * i));
        }

        awaitDrained(queue, "orders");

        assertThat(handled).hasSize(20);
    }

    /** The sweep is far away: whoever stands in finds the messages by their time. */
    @Test
    void anOwnerWhoseWorkersAreBusyIsStoodInFor() throws Exception {
        AtomicReference<String> busy = new AtomicReference<>();
        startAndMeet(2, ONE_WORKER.toBuilder().sweep(Duration.ofHours(1)).build(), (instance, id) -> {
            if (id.equals("slow")) {
                busy.set(instance);
                end.await();
            }
        });
        send(queue, "orders", "slow");
        await().atMost(LONG).until(() -> busy.get() != null);

        for (int i = 0; i < 10; i++) {
            send(queue, "orders", "id" + i, Duration.ofMillis(10L * i));
        }

        for (int i = 0; i < 10; i++) {
            awaitHandled("id" + i);
        }
    }

    @Test
    void anOwnerWhoseDestinationIsUnavailableIsStoodInFor() {
        AtomicReference<String> cut = new AtomicReference<>();
        startAndMeet(2, DispatchSettings.DEFAULTS, (instance, id) -> {
            cut.compareAndSet(null, instance);
            if (instance.equals(cut.get())) {
                throw new DestinationUnavailable("on purpose", false, null);
            }
        });

        for (int i = 0; i < 10; i++) {
            send(queue, "orders", "id" + i);
        }

        for (int i = 0; i < 10; i++) {
            awaitHandled("id" + i);
        }
    }

    /** The owner may not claim of this topic any more; it sees the topic first, and must leave it to the others. */
    @Test
    void aTopicThatIsPausedAtTheOwnerIsServedByOthers() {
        AtomicBoolean hung = new AtomicBoolean();
        Queue<String> servers = new ConcurrentLinkedQueue<>();
        AtomicReference<String> paused = new AtomicReference<>();
        DispatchSettings settings = DispatchSettings.builder()
                .maxProcessingTime(Duration.ofMillis(50))
                .maxStuckThreads(1)
                .build();
        startAndMeet(2, settings, (instance, id) -> {
            if (hung.compareAndSet(false, true)) {
                paused.set(instance);
                hang();
            }
            servers.add(instance);
        });
        send(queue, "orders", "hangs");
        await().atMost(LONG).until(() -> !servers.isEmpty());

        for (int i = 0; i < 10; i++) {
            send(queue, "orders", "id" + i);
            awaitHandled("id" + i);
        }

        assertThat(servers).doesNotContain(paused.get());
    }

    /** A handler's worst: it does not end, whatever anybody does. */
    private void hang() {
        boolean over = false;
        while (!over) {
            try {
                end.await();
                over = true;
            } catch (InterruptedException e) {
                over = false;
            }
        }
    }

    /** Until each has had some, handlers take so long that one instance would be at it for minutes. */
    @Test
    void aBacklogIsSharedByTheOthers() {
        Set<String> sharers = ConcurrentHashMap.newKeySet();
        CountDownLatch all = new CountDownLatch(4);
        startAndMeet(4, ONE_WORKER, (instance, id) -> {
            if (sharers.add(instance)) {
                all.countDown();
            }
            boolean unused = all.await(20, TimeUnit.MILLISECONDS);
        });

        EngineFixture.sendMany(queue, "orders", "id", 10_000);

        await().atMost(LONG).until(() -> sharers.size() == 4);
        awaitDrained(queue, "orders");
        assertThat(handled).hasSize(10_000);
        assertThat(handled.values()).allSatisfy(times -> assertThat(times).hasValue(1));
    }

    /** Its last heartbeat would be good for longer than the test. */
    @Test
    void whoStopsIsForgottenAtOnceAndComesBackAsAnotherInstance() {
        DelayQueueMessage longLived = Interposed.on(
                queue,
                (method, arguments, call) -> method.equals("heartbeat")
                        ? countedAsUsual(queue.heartbeat(
                                (String) arguments[0], (String) arguments[1], Duration.ofHours(1), (Long) arguments[3]))
                        : call.call());
        List<DispatchEngine> engines = startAndMeet(2, DispatchSettings.DEFAULTS, longLived, (instance, id) -> {});
        List<String> before = queue.instances().stream().map(Instance::id).toList();

        engines.get(0).stop(LONG);

        await().atMost(LONG).until(() -> queue.instances().size() == 1);
        send(queue, "orders", "id");
        awaitHandled("id");
        engines.get(0).start();
        await().atMost(LONG).until(() -> queue.instances().size() == 2);
        assertThat(queue.instances())
                .extracting(Instance::id)
                .filteredOn(before::contains)
                .hasSize(1);
    }

    /** The next heartbeat follows as if this one counted as long as any. */
    private static Membership countedAsUsual(Membership told) {
        return new Membership(told.clock(), told.size(), Heartbeat.LIFE, told.isWhole(), told.alive(), told.gone());
    }

    @Test
    void twoApplicationsInOneServiceAreWarnedOfOnce() {
        Logger logger = (Logger) LoggerFactory.getLogger(Heartbeat.class.getPackageName());
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            for (String application : new String[] {"orders", "orders", "", "billing"}) {
                fixture.engine(
                                queue,
                                FAST,
                                DispatchListener.NONE,
                                new EngineFixture.Consumer(1, (topic, messages) -> {}),
                                application)
                        .start();
                await().atMost(LONG)
                        .until(() -> queue.instances().stream()
                                .anyMatch(instance -> instance.application().equals(application)));
            }
            // Each of the three that have a name meets the other application by its second heartbeat at the latest.
            await().atMost(LONG).until(() -> warnings(log).size() == 3);
        } finally {
            logger.detachAppender(log);
        }

        assertThat(warnings(log)).allSatisfy(text -> assertThat(text).contains("'orders'", "'billing'"));
    }

    private static List<String> warnings(ListAppender<ILoggingEvent> log) {
        return List.copyOf(log.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(text -> text.startsWith("Applications"))
                .toList();
    }
}
