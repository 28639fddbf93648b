package org.delay.redisson.benchmark.fleet;

import io.netty.channel.EventLoopGroup;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.InstanceOperations.Membership;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** One instance of a service, with its own connections to Redis. Only the client's threads are shared with the others. */
final class FleetInstance {

    private static final String SERVICE = "fleet";

    private static final Duration LIFE = Duration.ofMinutes(1);

    private static final Duration STOP = Duration.ofSeconds(5);

    /** Enough here, where handlers take no time: thousands of threads would be measured otherwise. */
    static final int WORKERS = 2;

    private static final DispatchSettings SETTINGS =
            DispatchSettings.builder().workers(WORKERS).build();

    private final RedissonClient client;
    private final DelayQueueMessage queue;
    private final DispatchEngine engine;
    private final AtomicReference<@Nullable String> id = new AtomicReference<>();

    /** What the clients of all instances have in common. */
    record Shared(String redis, EventLoopGroup group, ExecutorService executor, Arrivals arrivals, Calls calls) {}

    FleetInstance(Shared shared, int shards) {
        Config config = new Config().setEventLoopGroup(shared.group).setExecutor(shared.executor);
        config.useSingleServer()
                .setAddress(shared.redis)
                // The pings of a client's connections depend on its settings, and are not the queue's.
                .setPingConnectionInterval(0)
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(4)
                .setSubscriptionConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionPoolSize(2);
        client = Redisson.create(config);
        queue = RedissonDelayQueue.on(client)
                .service(SERVICE)
                .shards(shards)
                .bodyConverter(new Texts())
                .build();
        engine = DispatchEngine.builder(counted(shared.calls), shared.arrivals)
                .settings(SETTINGS)
                .application(SERVICE)
                .build();
    }

    private DispatchOperations counted(Calls calls) {
        return (DispatchOperations) Proxy.newProxyInstance(
                FleetInstance.class.getClassLoader(),
                new Class<?>[] {DispatchOperations.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("heartbeat")) {
                        id.set((String) arguments[0]);
                    }
                    try {
                        Object answer = method.invoke(queue, arguments);
                        calls.count(method.getName(), answer);
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    DelayQueueMessage queue() {
        return queue;
    }

    /** One heartbeat by hand, of an instance that has no engine. */
    Membership beat(String instance, long known) {
        return queue.heartbeat(instance, SERVICE, LIFE, known);
    }

    /** The name in its heartbeats, or null before the first one. */
    @Nullable
    String id() {
        return id.get();
    }

    void start() {
        engine.start();
    }

    /** As a deployment does it. */
    void stop() {
        engine.stop(STOP);
        client.shutdown(0, 1, TimeUnit.SECONDS);
    }

    /** For Redis and the other instances it is dead: its connections are gone, and it says nothing more. */
    void die() {
        client.shutdown(0, 1, TimeUnit.SECONDS);
    }

    /** Ends the threads of one that died. */
    void bury() {
        engine.stop(Duration.ZERO);
    }

    /** Bodies are text. */
    private static final class Texts implements BodyConverter {

        @Override
        public String write(Object object) {
            return object.toString();
        }

        @Override
        public <T> T read(String body, Class<T> type) {
            return type.cast(body);
        }
    }
}
