package org.delay.redisson.benchmark.fleet;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.schedule.Rendezvous;
import org.delay.redisson.tck.server.RedisServer;

/** The instances of one service in this JVM, on a Redis of their own. */
final class Fleet implements AutoCloseable {

    static final int TOPICS = 20;

    private static final int NETTY_THREADS = 4;
    private static final int CLIENT_THREADS = 4;
    private static final int STOPPERS = 32;
    private static final int POLL_MILLIS = 200;
    private static final int SETTLED_SECONDS = 13;
    private static final int MILLIS_OF_INSTANCE = 100;
    private static final int SLOWLOG_ENTRIES = 50_000;

    final RedisServer redis = RedisServer.start();
    final Arrivals arrivals = new Arrivals();
    final Calls calls = new Calls();
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(NETTY_THREADS, NioIoHandler.newFactory());
    private final ExecutorService executor = Executors.newFixedThreadPool(CLIENT_THREADS);
    private final ExecutorService stoppers = Executors.newFixedThreadPool(STOPPERS);
    private final List<FleetInstance> instances = new ArrayList<>();
    private final FleetInstance.Shared shared = new FleetInstance.Shared(redis.uri(), group, executor, arrivals, calls);
    private final int shards;
    private final RedisWire wire;
    private final Reading.Own own = new Reading.Own();

    /** Sends, and does not dispatch. */
    final FleetInstance sender;

    Fleet(int shards) throws IOException {
        this.shards = shards;
        this.wire = new RedisWire(redis.port());
        this.sender = new FleetInstance(shared, shards);
    }

    static String topic(long number) {
        return "topic-" + number % TOPICS;
    }

    /** A message of each topic that is due in an hour. */
    void register() {
        for (int i = 0; i < TOPICS; i++) {
            var unused = sender.queue()
                    .schedule(List.of(OutgoingMessage.to(topic(i))
                            .body("far")
                            .delay(Duration.ofHours(1))
                            .build()));
        }
    }

    /** Starts so many more within a time. */
    void start(int number, Duration within) throws InterruptedException {
        long began = System.nanoTime();
        for (int i = 0; i < number; i++) {
            TimeUnit.NANOSECONDS.sleep(began + within.toNanos() / number * i - System.nanoTime());
            FleetInstance instance = new FleetInstance(shared, shards);
            instance.start();
            instances.add(instance);
        }
    }

    /** Stops the latest so many within a time, each as a deployment does it. */
    void stop(int number, Duration within) throws InterruptedException {
        long began = System.nanoTime();
        List<CompletableFuture<Void>> stops = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            TimeUnit.NANOSECONDS.sleep(began + within.toNanos() / number * i - System.nanoTime());
            stops.add(CompletableFuture.runAsync(instances.remove(instances.size() - 1)::stop, stoppers));
        }
        stops.forEach(CompletableFuture::join);
    }

    /** Waits until all know each other, and all are old enough to own shards. */
    void settle() throws InterruptedException {
        while (sender.queue().instances().size() < instances.size()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        TimeUnit.NANOSECONDS.sleep(settling(instances.size()).toNanos());
    }

    /** How long it takes after the last start. */
    static Duration settling(int instances) {
        return Duration.ofSeconds(SETTLED_SECONDS).plusMillis((long) MILLIS_OF_INSTANCE * instances);
    }

    /** The owner of a shard and its next ones die at once. */
    List<FleetInstance> kill(int shard, int number) {
        List<String> first = Rendezvous.order(shard, sender.queue().instances()).stream()
                .map(Instance::id)
                .limit(number)
                .toList();
        List<FleetInstance> dead = instances.stream()
                .filter(instance -> first.contains(instance.id()))
                .toList();
        instances.removeAll(dead);
        dead.stream()
                .map(instance -> CompletableFuture.runAsync(instance::die, stoppers))
                .toList()
                .forEach(CompletableFuture::join);
        return dead;
    }

    Reading read() throws IOException {
        return Reading.now(wire, own);
    }

    /**
     * Redis's time for each heartbeat in µs, the shortest first, as they come: mostly it has slept before. By its slow log, so
     * on a busy machine it is the time of the clock, not of the processor.
     */
    double[] heartbeatMicros(int seconds) throws IOException, InterruptedException {
        return micros(() -> TimeUnit.SECONDS.sleep(seconds));
    }

    /** The same for heartbeats that follow one another, of one among so many instances, to which nobody comes or goes. */
    double[] heartbeatMicrosInARow(int instances, int number) throws IOException, InterruptedException {
        long all = 0;
        for (int i = 0; i < instances; i++) {
            all = sender.beat("instance-" + i, all).clock();
        }
        // It was told of itself until now.
        long known = sender.beat("instance-0", all).clock();
        return micros(() -> {
            for (int i = 0; i < number; i++) {
                var unused = sender.beat("instance-0", known);
            }
        });
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    private double[] micros(Step step) throws IOException, InterruptedException {
        wire.call("SLOWLOG", "RESET");
        wire.call("CONFIG", "SET", "slowlog-max-len", Integer.toString(SLOWLOG_ENTRIES));
        wire.call("CONFIG", "SET", "slowlog-log-slower-than", "0");
        step.run();
        wire.call("CONFIG", "SET", "slowlog-log-slower-than", "-1");
        List<?> entries = (List<?>) wire.call("SLOWLOG", "GET", Integer.toString(SLOWLOG_ENTRIES));
        return entries.stream()
                .map(entry -> (List<?>) entry)
                .filter(entry -> isHeartbeat((List<?>) entry.get(3)))
                .mapToDouble(entry -> Double.parseDouble((String) entry.get(2)))
                .sorted()
                .toArray();
    }

    /** Nothing else names the key of the instances while none stops. */
    private static boolean isHeartbeat(List<?> words) {
        return words.size() > 3
                && words.get(0).toString().equalsIgnoreCase("evalsha")
                && words.get(3).toString().contains("instances");
    }

    Map<String, Long> countCalls() {
        return calls.now();
    }

    @Override
    public void close() throws Exception {
        stop(instances.size(), Duration.ZERO);
        sender.die();
        wire.close();
        redis.close();
        stoppers.shutdown();
        executor.shutdown();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
}
