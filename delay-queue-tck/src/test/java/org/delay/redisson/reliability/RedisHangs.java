package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.tck.server.RedisServer;

/** The server stops, so that the client would send its scripts again. What it was told lies in its sockets meanwhile. */
final class RedisHangs implements Scenario {

    private static final int PER_SECOND = 200;

    private static final int ROUNDS = 10;

    private static final Duration LEASE = DispatchSettings.DEFAULTS.lease();

    /** For acks and claims that had no answer to be repeated, on a busy machine. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    @Override
    public int number() {
        return 7;
    }

    @Override
    public String title() {
        return "Redis hangs";
    }

    @Override
    public String injected(Scale scale) {
        return "SIGSTOP for "
                + hangs(scale).stream()
                        .distinct()
                        .map(hang -> hang.toSeconds() + " s")
                        .collect(Collectors.joining(", "))
                + ", then SIGCONT; %,d times in all".formatted(hangs(scale).size());
    }

    @Override
    public String invariant() {
        return "lost 0; nothing sent again by the client; duplicates 0 if the lease outlasts the hang; late ≤ hang + lease + 5 s";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(8);
    }

    private static List<Duration> hangs(Scale scale) {
        Duration longest = scale.of(Duration.ofSeconds(10), Duration.ofSeconds(30));
        Stream<Duration> once = Stream.of(Duration.ofSeconds(4), Duration.ofSeconds(10));
        return Stream.concat(
                        once,
                        Stream.generate(() -> Stream.of(Duration.ofSeconds(4), Duration.ofSeconds(10), longest))
                                .limit(scale.of(0, ROUNDS))
                                .flatMap(round -> round))
                .toList();
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        List<Duration> hangs = hangs(lab.scale());
        Duration longest = hangs.stream().max(Duration::compareTo).orElseThrow();
        try (RedisServer redis = RedisServer.start();
                Traffic traffic = Traffic.start(lab, redis.uri(), "redis-hangs", PER_SECOND)) {
            for (Duration hang : hangs) {
                redis.pause();
                Pause.of(hang);
                redis.resume();
                traffic.awaitDeliveries(PER_SECOND);
            }
            traffic.drain();
            Outcome outcome = traffic.outcome(hangs.size());
            Duration bound = longest.plus(LEASE).plus(SLACK);
            boolean leased = longest.plus(SLACK).compareTo(LEASE) < 0;
            boolean once = outcome.duplicates() == 0;
            outcome = leased
                    ? outcome.must(once, "duplicates: %d", outcome.duplicates())
                    : outcome.should(once, "duplicates: %d", outcome.duplicates());
            return outcome.should(
                    outcome.worst().compareTo(bound) <= 0,
                    "a message was %d ms late",
                    outcome.worst().toMillis());
        }
    }
}
