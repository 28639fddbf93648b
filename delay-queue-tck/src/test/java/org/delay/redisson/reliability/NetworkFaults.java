package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.delay.redisson.network.Proxy;
import org.delay.redisson.network.Proxy.Way;
import org.delay.redisson.system.Application;
import org.delay.redisson.tck.server.RedisServer;

/**
 * What a network does between an application and its Redis. Only the client's ping finds out that a connection leads
 * nowhere, when it asks for the second time: at full size the client pings as rarely as it does by itself.
 */
final class NetworkFaults implements Scenario {

    private static final int PER_SECOND = 200;

    /** Longer than the client waits for an answer. */
    private static final Duration LONG = Duration.ofSeconds(4);

    /** The client waits 3 s for an answer, and a send may wait for a call before its own; the rest is for a busy machine. */
    private static final Duration SEND = Duration.ofSeconds(30);

    private static final int PINGS = 2;

    private static final Duration SLACK = Duration.ofSeconds(5);

    /** A fault, and how it ends. */
    private record Fault(String name, Action action) {}

    /** What is done to the network; returns when it is well again, as far as that is the network's business. */
    private interface Action {
        void on(Proxy proxy);
    }

    private static final List<Fault> FAULTS = List.of(
            new Fault("cut", Proxy::cut),
            new Fault("half-open, towards Redis", proxy -> proxy.forgetConnections(Way.ASKED)),
            new Fault("half-open, from Redis", proxy -> proxy.forgetConnections(Way.ANSWERED)),
            new Fault("half-open, both ways", proxy -> proxy.forgetConnections(Way.ASKED, Way.ANSWERED)),
            new Fault("answers dropped", proxy -> {
                proxy.loseAnswers();
                passOnAfter(proxy);
            }),
            new Fault("nothing gets through", proxy -> {
                proxy.lose(Way.ASKED, Way.ANSWERED);
                passOnAfter(proxy);
            }),
            new Fault("answers late", proxy -> {
                proxy.holdAnswers();
                passOnAfter(proxy);
            }),
            new Fault("slow", proxy -> {
                proxy.slow(Duration.ofMillis(20), 100_000);
                passOnAfter(proxy);
            }));

    @Override
    public int number() {
        return 19;
    }

    @Override
    public String title() {
        return "The network between applications and Redis";
    }

    @Override
    public String injected(Scale scale) {
        return ("connections cut, half-open in either direction and in both, answers dropped, all dropped, answers late,"
                        + " slow (20 ms and 100 kB/s): each %,d times; the client pings every %,d ms")
                .formatted(rounds(scale), ping(scale).toMillis());
    }

    @Override
    public String invariant() {
        return "lost 0; each send ends in 30 s; dispatch resumes ≤ two pings and 5 s after the network works";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(20);
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 5);
    }

    private static Duration ping(Scale scale) {
        return scale.of(Duration.ofSeconds(1), Duration.ofSeconds(30));
    }

    private static void passOnAfter(Proxy proxy) {
        Pause.of(LONG);
        proxy.passOn();
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int rounds = rounds(lab.scale());
        List<String> recoveries = new ArrayList<>();
        Duration ping = ping(lab.scale());
        Duration bound = ping.multipliedBy(PINGS).plus(SLACK);
        Duration slowest = Duration.ZERO;
        try (RedisServer redis = RedisServer.start();
                Proxy proxy = Proxy.to(redis);
                Traffic traffic = Traffic.start(
                        lab,
                        Application.of(
                                proxy.uri(),
                                "network",
                                config -> {},
                                server -> server.setPingConnectionInterval((int) ping.toMillis())),
                        "network",
                        PER_SECOND,
                        Traffic::toHandler)) {
            for (int round = 0; round < rounds; round++) {
                for (Fault fault : FAULTS) {
                    fault.action().on(proxy);
                    Duration recovery = traffic.awaitDeliveries(PER_SECOND);
                    recoveries.add(String.format(Locale.ROOT, "%s %.1f s", fault.name(), recovery.toMillis() / 1e3));
                    slowest = recovery.compareTo(slowest) > 0 ? recovery : slowest;
                }
            }
            traffic.drain();
            return traffic.outcome(rounds * FAULTS.size())
                    .note(
                            "the slowest send ended after %,d ms",
                            traffic.slowestSend().toMillis())
                    .note(
                            "until %,d more deliveries, in the last round: %s",
                            PER_SECOND,
                            String.join(", ", recoveries.subList((rounds - 1) * FAULTS.size(), recoveries.size())))
                    .must(traffic.slowestSend().compareTo(SEND) <= 0, "a send took %s", traffic.slowestSend())
                    .should(slowest.compareTo(bound) <= 0, "dispatch resumed only after %s", slowest);
        }
    }
}
