package org.delay.redisson.system;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.regex.Pattern;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An application that blocks every thread of its JVM's common pool, on more processors than many a build has. What waited
 * for that pool would wait for ever after one failure of Redis.
 */
@Timeout(300)
class BusyPoolTest {

    private static final Pattern REFUSALS = Pattern.compile("errorstat_(?:READONLY|ERR):count=(\\d+)");

    private RedisServer redis;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void dispatchGoesOnAfterRedisHasRefusedCalls() throws Exception {
        try (ChildJvm application =
                ChildJvm.start(BusyPoolMain.class, BusyPoolMain.options(), redis.uri(), "dispatch", "900")) {
            application.await("first");
            long before = refusals();
            RedisCommand.run(redis, "REPLICAOF 127.0.0.1 1");
            await().atMost(Duration.ofMinutes(1)).until(() -> refusals() > before);
            lasts(Duration.ofSeconds(1));
            RedisCommand.run(redis, "REPLICAOF NO ONE");
            application.await("all");
        }
    }

    @Test
    void sendsUnderALockOfTheirCallerGoOnAfterRedisHung() throws Exception {
        try (ChildJvm application =
                ChildJvm.start(BusyPoolMain.class, BusyPoolMain.options(), redis.uri(), "send", "64")) {
            application.await("ready");
            redis.pause();
            application.say("go");
            lasts(Duration.ofSeconds(4));
            redis.resume();
            application.await("all");
        }
    }

    /** A fault, which has a length. */
    private static void lasts(Duration time) {
        await().pollDelay(time).atMost(time.multipliedBy(10)).until(() -> true);
    }

    /** A script's are among them, which the oldest server counts as any error. */
    private long refusals() {
        return REFUSALS.matcher(RedisCommand.run(redis, "INFO errorstats"))
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }
}
