package org.delay.redisson.benchmark.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.redisson.Redisson;
import org.redisson.api.RBucket;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** Measures the Java contenders' client with the cheapest commands. */
final class JavaClient implements AutoCloseable {

    static final String SUBJECT = "Redisson";

    private static final int IN_FLIGHT = 1_000;
    private static final int BULK = 100;

    private static final String SCHEDULE = """
            local scores, bodies = {}, {}
            for i = 1, #ARGV, 2 do
              scores[#scores + 1] = 1000000000000
              scores[#scores + 1] = ARGV[i]
              bodies[#bodies + 1] = ARGV[i]
              bodies[#bodies + 1] = ARGV[i + 1]
            end
            redis.call('HSET', KEYS[1], unpack(bodies))
            return redis.call('ZADD', KEYS[2], unpack(scores))
            """;

    private final RedissonClient client;

    private JavaClient(RedissonClient client) {
        this.client = client;
    }

    static JavaClient to(String redis) {
        Config config = new Config().setNettyThreads(4).setThreads(4).setCodec(StringCodec.INSTANCE);
        config.useSingleServer().setAddress(redis).setConnectionMinimumIdleSize(2);
        return new JavaClient(Redisson.create(config));
    }

    double pingOneByOne(int number) {
        RBucket<String> bucket = client.getBucket("absent");
        long began = System.nanoTime();
        for (int i = 0; i < number; i++) {
            bucket.isExists();
        }
        return rate(number, began);
    }

    double pingInFlight(int number) throws InterruptedException {
        RBucket<String> bucket = client.getBucket("absent");
        Semaphore free = new Semaphore(IN_FLIGHT);
        long began = System.nanoTime();
        for (int i = 0; i < number; i++) {
            free.acquire();
            var unused = bucket.isExistsAsync().whenComplete((exists, thrown) -> free.release());
        }
        free.acquire(IN_FLIGHT);
        return rate(number, began);
    }

    double scheduleInBulks(int number) {
        RScript scripts = client.getScript(StringCodec.INSTANCE);
        String body = "x".repeat(100);
        long began = System.nanoTime();
        for (int i = 0; i < number; i += BULK) {
            List<Object> args = new ArrayList<>(2 * BULK);
            for (int j = i; j < i + BULK; j++) {
                args.add("id-14-chars-" + j);
                args.add(body);
            }
            scripts.eval(
                    RScript.Mode.READ_WRITE, SCHEDULE, RScript.ReturnType.LONG, List.of("body", "due"), args.toArray());
        }
        return rate(number, began);
    }

    private static double rate(int number, long began) {
        return number * 1e9 / Duration.ofNanos(System.nanoTime() - began).toNanos();
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
