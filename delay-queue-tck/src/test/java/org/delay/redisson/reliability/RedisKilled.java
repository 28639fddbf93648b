package org.delay.redisson.reliability;

import java.time.Duration;
import org.delay.redisson.system.RedisCommand;
import org.delay.redisson.tck.server.RedisServer;

/**
 * The server is killed and comes back with its append-only file. Under {@code everysec} alone it may be killed while it has
 * answered what it has not written yet: so much is lost, and all else must hold.
 */
final class RedisKilled implements Scenario {

    private static final Duration BOUND = Duration.ofSeconds(5);

    private static final int PER_SECOND = 200;

    private final boolean writtenOut;

    /** @param writtenOut whether all that the server has answered is in its file when it is killed */
    RedisKilled(boolean writtenOut) {
        this.writtenOut = writtenOut;
    }

    @Override
    public int number() {
        return 2;
    }

    @Override
    public String title() {
        return writtenOut ? "Redis killed and restarted" : "Redis killed and restarted, `everysec` alone";
    }

    @Override
    public String injected(Scale scale) {
        return "SIGKILL of a Redis with `appendonly yes` and `appendfsync everysec`%s, and its restart, %,d times"
                .formatted(writtenOut ? " (`always` in its last moment)" : "", kills(scale));
    }

    @Override
    public String invariant() {
        return (writtenOut ? "lost 0" : "early 0; the loss is counted")
                + "; dispatch resumes ≤ 5 s after Redis is ready";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(3);
    }

    private static int kills(Scale scale) {
        return scale.of(3, 100);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int kills = kills(lab.scale());
        Duration slowest = Duration.ZERO;
        try (RedisServer redis = RedisServer.builder()
                        .config("appendonly yes", "appendfsync everysec")
                        .start();
                Traffic traffic = Traffic.start(lab, redis.uri(), "redis-killed", PER_SECOND)) {
            for (int kill = 0; kill < kills; kill++) {
                traffic.awaitDeliveries(PER_SECOND / 2);
                if (writtenOut) {
                    writeOutAtOnce(redis);
                }
                redis.kill();
                redis.restart();
                Duration first = traffic.awaitDeliveries(1);
                slowest = first.compareTo(slowest) > 0 ? first : slowest;
            }
            traffic.drain();
            return traffic.outcome(kills, writtenOut ? Outcome::of : Outcome::measured)
                    .note("dispatch resumed at most %,d ms after Redis was ready", slowest.toMillis())
                    .should(slowest.compareTo(BOUND) <= 0, "dispatch resumed only after %s", slowest);
        }
    }

    /**
     * While the fsync of each second is under way Redis answers before it has written, and what it acknowledged then dies with
     * it. The restarted server has its own setting again.
     */
    private static void writeOutAtOnce(RedisServer redis) {
        RedisCommand.run(redis, "CONFIG SET appendfsync always");
    }
}
