package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.stream.Collectors;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.RedisCommand;
import org.delay.redisson.tck.server.RedisServer;

/** Signals only make dispatch punctual: nothing is stuck without them. */
final class SignalsLost implements Scenario {

    /** So few that hardly a message is found since its neighbour was. */
    private static final int FEW = 4;

    private static final Duration BOUND = DispatchSettings.DEFAULTS.sweep().plusMillis(100);

    @Override
    public int number() {
        return 5;
    }

    @Override
    public String title() {
        return "Signals lost";
    }

    @Override
    public String injected(Scale scale) {
        return "an application without permission to PUBLISH, and one whose pub/sub connection is killed each second, for %,d s"
                .formatted(seconds(scale));
    }

    @Override
    public String invariant() {
        return "nothing stuck; lateness ≤ `consumerSleep` + 100 ms";
    }

    @Override
    public boolean inEveryBuild() {
        return true;
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(10);
    }

    private static int seconds(Scale scale) {
        return scale.of(5, 600);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int seconds = seconds(lab.scale());
        try (RedisServer redis = RedisServer.start()) {
            RedisCommand.run(redis, "ACL SETUSER silent on >secret ~* &* +@all -publish");
            try (Traffic silent = Traffic.start(
                            lab,
                            Application.of(redis.uri(), "silent", "silent", "secret"),
                            "silent",
                            FEW,
                            Traffic::toHandler);
                    Traffic killed = Traffic.start(lab, redis.uri(), "killed", FEW)) {
                String deaf = await("for the subscription of the silent")
                        .atMost(Traffic.PATIENCE)
                        .until(() -> subscriptionsOfTheSilent(redis), found -> !found.isEmpty());
                for (int second = 0; second < seconds; second++) {
                    Pause.of(Duration.ofSeconds(1));
                    RedisCommand.run(redis, "CLIENT KILL TYPE pubsub USER default");
                }
                boolean untouched = subscriptionsOfTheSilent(redis).equals(deaf);
                silent.drain();
                killed.drain();
                Outcome outcome = killed.outcome(seconds);
                return silent.judge(outcome)
                        .should(untouched, "the application that may not PUBLISH subscribed again, and so looked")
                        .should(
                                outcome.worst().compareTo(BOUND) <= 0,
                                "a message was %d ms late",
                                outcome.worst().toMillis());
            }
        }
    }

    /** By their ids: each time that an application subscribes it looks, as if a signal had come. */
    private static String subscriptionsOfTheSilent(RedisServer redis) {
        return RedisCommand.run(redis, "CLIENT LIST TYPE pubsub")
                .lines()
                .filter(client -> client.contains(" user=silent "))
                .map(client -> client.substring(0, client.indexOf(' ')))
                .sorted()
                .collect(Collectors.joining(" "));
    }
}
