package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.reliability.Terms.Kind;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.RedisCommand;
import org.delay.redisson.tck.server.RedisServer;

/** States that can last for hours: the log tells that they begin and end, and what is worth telling again now and then. */
final class FloodsOfWarnings implements Scenario {

    private static final String HEALTHY = "floods-healthy";

    private static final int PER_SECOND = 50;

    private static final int BULK = 1_000;

    /** More topics than a library can remember for ever. */
    private static final int UNSERVED = 12_000;

    private static final String NO_KAFKA = "127.0.0.1:1";

    /** Of each state: some parts of the library notice it, each tells when it begins and when it ends. */
    private static final int LINES = 20;

    /** For each second that it lasts. */
    private static final double LINES_PER_SECOND = 1;

    @Override
    public int number() {
        return 32;
    }

    @Override
    public String title() {
        return "Warnings of what lasts";
    }

    @Override
    public String injected(Scale scale) {
        return "Redis without its replicas, READONLY, out of memory and stopped, Kafka down, %,d topics that nobody serves: each for %d s"
                .formatted(UNSERVED, time(scale).toSeconds());
    }

    @Override
    public String invariant() {
        return "lost 0; for each state at most %d lines in the log and one each second".formatted(LINES);
    }

    @Override
    public String inBuild() {
        return "LastingTroubleTest";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(4);
    }

    private static Duration time(Scale scale) {
        return scale.of(Duration.ofSeconds(3), Duration.ofSeconds(35));
    }

    private record State(String name, Step begin, Step end) {}

    private interface Step {
        void run(RedisServer redis, Application observer);
    }

    private static final List<State> STATES = List.of(
            state("without its replicas", "CONFIG SET min-replicas-to-write 1", "CONFIG SET min-replicas-to-write 0"),
            state("READONLY", "REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE"),
            state("out of memory", "CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0"),
            new State("stopped", (redis, observer) -> redis.pause(), (redis, observer) -> redis.resume()),
            new State(
                    "Kafka down", (redis, observer) -> send(observer, Routing.KAFKA + "-", 1), (redis, observer) -> {}),
            new State(
                    "topics that nobody serves",
                    (redis, observer) -> send(observer, "unserved-", UNSERVED),
                    (redis, observer) -> {}));

    private static State state(String name, String begin, String end) {
        return new State(
                name,
                (redis, observer) -> RedisCommand.run(redis, begin),
                (redis, observer) -> RedisCommand.run(redis, end));
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        Terms terms = Terms.of(this, 0);
        Rounds told = new Rounds();
        List<String> counted = new ArrayList<>();
        try (RedisServer redis = RedisServer.start();
                Application observer = Application.patient(redis.uri(), Steered.SERVICE);
                Steered application = Steered.of(lab, terms, "healthy", redis.uri())
                        .option("kafka", NO_KAFKA)
                        .sending(HEALTHY, PER_SECOND)
                        .start()) {
            for (State state : STATES) {
                application.awaitDelivered(HEALTHY, PER_SECOND / 2);
                int before = application.warnings().total();
                long began = System.nanoTime();
                state.begin().run(redis, observer);
                Pause.of(time(lab.scale()));
                state.end().run(redis, observer);
                application.awaitDelivered(HEALTHY, PER_SECOND / 2);
                double seconds = (System.nanoTime() - began) / 1e9;
                Steered.Warnings after = application.warnings();
                int lines = after.total() - before;
                counted.add("%s %d".formatted(state.name(), lines));
                told.must(
                        lines <= LINES + LINES_PER_SECOND * seconds,
                        "%s: %,d lines in %.0f s, such as %s",
                        state.name(),
                        lines,
                        seconds,
                        after.lines());
            }
            application.stopSending();
            lab.awaitDrained(observer.queue(), HEALTHY, Traffic.PATIENCE);
            told.sends(application.sends());
        }
        told.terms(terms.tell(Kind.PROCESSORS, Kind.CALLERS, Kind.IDS));
        return told.addTo(Outcome.of(STATES.size(), lab.audit()))
                .note("lines in the log: %s", String.join(", ", counted));
    }

    private static void send(Application application, String topics, int number) {
        for (int from = 0; from < number; from += BULK) {
            List<OutgoingMessage> messages = new ArrayList<>();
            for (int i = from; i < Math.min(from + BULK, number); i++) {
                messages.add(OutgoingMessage.to(topics + i)
                        .body(Deed.BODY.body())
                        .delay(Duration.ZERO)
                        .build());
            }
            application.queue().schedule(messages);
        }
    }
}
