package org.delay.redisson.reliability.composed;

import static org.delay.redisson.reliability.composed.Finding.What.LEFT_BEHIND;
import static org.delay.redisson.reliability.composed.Finding.What.STUCK;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.network.Proxy;
import org.delay.redisson.reliability.composed.Dispatcher.Place;
import org.delay.redisson.reliability.composed.Entry.What;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.api.RedissonClient;

/** Runs a composition once, on servers of its own but for Kafka, and says what is broken. */
final class Run {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** After the last fault, on a machine that others use too. */
    private static final Duration DRAIN = Duration.ofSeconds(40);

    private static final Duration LEAVING = Duration.ofSeconds(15);

    private static final Duration POLL = Duration.ofMillis(200);

    private final Composition composition;
    private final Plan plan;
    private final Path directory;
    private final Journal journal;
    private final AtomicBoolean calm = new AtomicBoolean();
    private final List<Finding> findings = new ArrayList<>();

    private Run(Composition composition, Consumer<Plan> planted, Path directory) {
        int number = NUMBERS.incrementAndGet();
        this.composition = composition;
        this.plan = composition.plan(number);
        planted.accept(plan);
        this.directory = directory.resolve("run-" + number);
        this.journal = Journal.open(this.directory, "here");
    }

    /**
     * Runs it.
     *
     * @param directory of the journals
     * @param lasts how long load and faults last
     * @param kafka starts it if nobody has
     * @throws IllegalArgumentException if its settings are refused
     */
    static List<Finding> of(Composition composition, Path directory, Duration lasts, Supplier<KafkaBroker> kafka)
            throws Exception {
        return new Run(composition, plan -> {}, directory).run(lasts, kafka);
    }

    /** Runs what no seed draws, without Kafka: something that must be found. */
    static List<Finding> planted(Consumer<Plan> change, Path directory, Duration lasts) throws Exception {
        return new Run(new Composition(0, Set.of()), change, directory).run(lasts, () -> {
            throw new IllegalStateException("It needs no Kafka");
        });
    }

    private List<Finding> run(Duration lasts, Supplier<KafkaBroker> brokers) throws Exception {
        KafkaBroker kafka = plan.needsKafka() ? brokers.get() : null;
        LoggedLines lines = LoggedLines.writeTo(journal);
        try (journal;
                RedisServer redis =
                        RedisServer.builder().config("appendonly yes").start();
                Proxy proxy = Proxy.to(redis);
                Machine machine = Machine.watch(plan.longestRest())) {
            List<String> topics = kafka == null ? List.of() : Servers.createTopics(kafka, plan);
            try {
                return run(redis, proxy, kafka, topics, lasts, machine).stream()
                        .map(finding -> finding.withLogs(directory))
                        .toList();
            } finally {
                if (kafka != null) {
                    Servers.deleteTopics(kafka, topics);
                }
            }
        } finally {
            lines.stop();
        }
    }

    private List<Member> members(RedisServer redis, KafkaBroker kafka) {
        Place place = new Place(redis.uri(), kafka == null ? "" : kafka.bootstrapServers(), journal, calm);
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < plan.instances; i++) {
            members.add(new Member(composition, plan, directory, place, i));
        }
        return members;
    }

    private List<Finding> run(
            RedisServer redis, Proxy proxy, KafkaBroker kafka, List<String> topics, Duration lasts, Machine machine)
            throws Exception {
        Records records = topics.isEmpty() ? null : Records.start(journal, kafka.bootstrapServers(), topics);
        RedissonClient client = Dispatcher.client(plan.sendersByProxy ? proxy.uri() : redis.uri(), new Plan(0, 0));
        DelayQueueMessage queue = Dispatcher.queue(client, plan);
        Servers servers = new Servers(redis, proxy, kafka, queue, members(redis, kafka));
        Faults faults = new Faults(servers, plan);
        try {
            for (Member member : servers.members()) {
                member.keepUp();
            }
            faults.start();
            try (Load load = new Load(plan, queue, journal)) {
                load.start();
                faults.runFor(lasts);
            }
            calm.set(true);
            for (Member member : servers.members()) {
                member.calm();
            }
            try (Contents contents = new Contents(queue, plan)) {
                drain(servers, contents);
            }
        } finally {
            calm.set(true);
            for (Member member : servers.members()) {
                member.close();
            }
            client.shutdown();
            if (records != null) {
                records.close();
            }
        }
        leftBehind();
        int ends = servers.members().stream().mapToInt(Member::ends).sum();
        findings.addAll(new Audit(plan, faults.circumstances(ends, machine)).findings(Journal.read(directory)));
        return findings;
    }

    private void drain(Servers servers, Contents contents) throws Exception {
        AtomicReference<String> trouble = new AtomicReference<>("");
        boolean done = await(DRAIN.plus(plan.settings.lease()), () -> {
            try {
                for (Member member : servers.members()) {
                    member.keepUp();
                }
                return contents.areDrained();
            } catch (Exception e) {
                trouble.set(e.toString());
                return false;
            }
        });
        List<StoredMessage> left = contents.left();
        left.forEach(this::note);
        if (!done && !plan.waitsForMissingTopics()) {
            List<StoredMessage> stuck =
                    left.stream().filter(contents::isToBeDrained).toList();
            findings.add(Finding.of(
                    STUCK,
                    "%d messages, such as %s %s",
                    stuck.size(),
                    stuck.stream().limit(5).toList(),
                    trouble));
        }
    }

    private void note(StoredMessage stored) {
        journal.write(Entry.now(
                What.LEFT,
                stored.message().topic(),
                stored.message().id(),
                stored.leaseExpirations(),
                stored.failures(),
                0,
                stored.state() + " " + stored.error()));
    }

    private void leftBehind() {
        Supplier<List<String>> left = () -> Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(Dispatcher.THREADS))
                .toList();
        if (!await(LEAVING, () -> left.get().isEmpty())) {
            findings.add(Finding.of(LEFT_BEHIND, "threads %s", left.get()));
        }
    }

    private static boolean await(Duration most, BooleanSupplier condition) {
        long end = System.nanoTime() + most.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
        return true;
    }
}
