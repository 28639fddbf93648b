package org.delay.redisson.reliability;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.redis.Replication;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.ChildJvm;
import org.delay.redisson.system.Hooked;
import org.delay.redisson.system.WrongClock;
import org.jspecify.annotations.Nullable;
import org.redisson.config.Config;

/**
 * An application that a scenario steers, by its arguments ({@code name=value}, see {@link Steered}), by the bodies of its
 * messages (see {@link Deed}) and by what it says to it.
 */
final class SteeredMain {

    private static final Duration STOP = Duration.ofMillis(500);

    private final Map<String, String> options;
    private final LogCount log = LogCount.begin();
    private final LedgerFile ledger;
    private final Application application;
    private final Map<String, Instant> claimedAt = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> delivered = new ConcurrentHashMap<>();
    private final @Nullable SteadySender sender;

    private SteeredMain(Map<String, String> options) {
        this.options = options;
        ledger = LedgerFile.open(Path.of(options.get("ledger")), options.get("name"));
        application = Application.of(client(), options.get("service"), this::queue);
        if (options.containsKey("busy")) {
            occupyCommonPool();
        }
        dispatch();
        // As Spring does: an application that ends in good order stops its dispatch first.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> application.stop(STOP)));
        sender = options.containsKey("send") ? sender(options.get("send")) : null;
    }

    public static void main(String[] arguments) {
        Map<String, String> options = new HashMap<>();
        Arrays.stream(arguments)
                .map(option -> option.split("=", 2))
                .forEach(option -> options.put(option[0], option[1]));
        SteeredMain main = new SteeredMain(options);
        ChildJvm.tell("ready");
        while (true) {
            main.obey(ChildJvm.listen());
        }
    }

    private void obey(String command) {
        String[] words = command.split(" ", 2);
        switch (words[0]) {
            case "delivered" -> ChildJvm.tell("delivered " + delivered(words[1]));
            case "warnings" -> ChildJvm.tell("warnings " + log.total() + " " + log);
            case "sends" -> ChildJvm.tell("sends " + sender);
            case "jump" -> WrongClock.jump(Duration.parse(words[1]));
            case "stop" -> {
                sender.close();
                ChildJvm.tell("stopped");
            }
            default -> throw new IllegalArgumentException(command);
        }
    }

    /** Of topics that begin so. */
    private int delivered(String topics) {
        return delivered.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(topics))
                .mapToInt(entry -> entry.getValue().get())
                .sum();
    }

    private RedissonDelayQueue.Builder queue(RedissonDelayQueue.Builder builder) {
        RedissonDelayQueue.Builder sharded = builder.shards(number("shards", 1));
        String wait = options.get("sentinels");
        return wait == null ? sharded : sharded.minReplicas(1, Duration.parse(wait));
    }

    private Config client() {
        String[] addresses = options.get("redis").split(",");
        Config config = new Config();
        if (options.containsKey("sentinels")) {
            Replication.configure(config, addresses);
        } else if (addresses.length > 1) {
            config.useClusterServers()
                    .addNodeAddress(addresses)
                    .setScanInterval(500)
                    .setMasterConnectionMinimumIdleSize(4)
                    .setSubscriptionConnectionMinimumIdleSize(1);
        } else {
            config.useSingleServer().setAddress(addresses[0]).setSubscriptionConnectionMinimumIdleSize(1);
        }
        return config;
    }

    private void dispatch() {
        DispatchSettings settings = settings();
        DelayQueueMessageConsumer kafka = options.containsKey("kafka") ? kafka(settings) : null;
        application.dispatching(
                settings, SteeredMain::rule, listener(), new Routing(kafka, this::handle), this::noting);
    }

    private static @Nullable TopicRule rule(String topic) {
        if (topic.startsWith("unserved")) {
            return null;
        }
        return topic.startsWith(Routing.KAFKA) ? TopicRule.PLAIN.withDestination(Routing.KAFKA) : TopicRule.PLAIN;
    }

    private DelayQueueMessageConsumer kafka(DispatchSettings settings) {
        Map<String, Object> configs = new HashMap<>();
        configs.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, options.get("kafka"));
        if (options.containsKey("transactional")) {
            configs.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, options.get("transactional"));
        }
        return application.toKafka(settings, configs, List.of());
    }

    private DispatchSettings settings() {
        DispatchSettings settings = options.containsKey("settings")
                ? Terms.Extreme.valueOf(options.get("settings")).settings()
                : DispatchSettings.DEFAULTS;
        return settings.toBuilder()
                .workers(number("workers", settings.workers()))
                .lease(lease())
                .maxLeaseExpirations(number("expiries", settings.maxLeaseExpirations()))
                .retry(retry())
                .build();
    }

    private Duration lease() {
        return Duration.parse(
                options.getOrDefault("lease", DispatchSettings.DEFAULTS.lease().toString()));
    }

    private RetryPolicy retry() {
        Duration soon = Duration.ofMillis(50);
        return new RetryPolicy(number("attempts", RetryPolicy.DEFAULTS.maxAttempts()), soon, 1, soon, 0);
    }

    private DispatchListener listener() {
        boolean hangs = options.containsKey("deaf");
        return new DispatchListener() {
            @Override
            public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
                ledger.buried(message.id());
                if (hangs) {
                    Deed.awaitUninterruptibly();
                }
            }
        };
    }

    /** Notes what Redis's clock says when it gives a message. */
    private DispatchOperations noting(DispatchOperations queue) {
        if (!options.containsKey("by-redis")) {
            return queue;
        }
        return Hooked.on(queue, (method, arguments, call) -> {
            Object answer = call.call();
            if (answer instanceof DispatchOperations.ClaimResult claim) {
                Instant now = Instant.EPOCH.plus(claim.state().now(), ChronoUnit.MICROS);
                claim.messages()
                        .forEach(claimed -> claimedAt.put(claimed.message().id(), now));
            }
            return answer;
        });
    }

    private void handle(DelayedMessage message) throws InterruptedException {
        Deed deed = Deed.of(message.body());
        if (deed.handles()) {
            Instant at = claimedAt.getOrDefault(message.id(), LedgerFile.now());
            ledger.arrived(message.id(), at, message.dueTime(), message.attempt());
        }
        delivered.computeIfAbsent(message.topic(), none -> new AtomicInteger()).incrementAndGet();
        if (options.containsKey("takes")) {
            Pause.of(Duration.parse(options.get("takes")));
        }
        deed.act(application);
        if (deed == Deed.CLOSE) {
            endSoon();
        }
    }

    /** What has stopped its dispatch is of no more use, once its last ack is done. */
    private static void endSoon() {
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS)
                .execute(() -> Runtime.getRuntime().halt(0));
    }

    private SteadySender sender(String topic) {
        return SteadySender.start(
                application.queue(),
                topic,
                options.get("name"),
                number("pace", 100),
                Callers.valueOf(options.get("callers")),
                Boolean.parseBoolean(options.get("given")),
                ledger);
    }

    private int number(String option, int otherwise) {
        return Integer.parseInt(options.getOrDefault(option, Integer.toString(otherwise)));
    }

    /** As an application does that has many slow jobs. */
    private static void occupyCommonPool() {
        for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
            ForkJoinPool.commonPool().execute(Deed::awaitUninterruptibly);
        }
    }
}
