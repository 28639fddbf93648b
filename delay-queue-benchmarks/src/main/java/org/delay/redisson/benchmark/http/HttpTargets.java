package org.delay.redisson.benchmark.http;

import static org.delay.redisson.benchmark.result.Target.atLeast;
import static org.delay.redisson.benchmark.result.Target.atMost;

import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.benchmark.contender.Entrant;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Quantity;
import org.delay.redisson.benchmark.result.Target;

/** The targets of the benchmarks. */
final class HttpTargets {

    private HttpTargets() {}

    static List<Target> of(HttpOptions options) {
        List<Target> targets = new ArrayList<>(List.of(
                atLeast("send one by one, 64 connections, /s", ours(SendPart.SINGLE), 6_000),
                atLeast("send in bulk of 100, /s", ours(SendPart.BULK), 40_000),
                atLeast("receive and ack 10 at a time, /s", ours(ReceivePart.RATE), 15_000),
                atMost("lateness, p50 in ms", ours(WaitingPart.P50), 3),
                atMost("lateness, p99 in ms", ours(WaitingPart.P99), 20),
                atMost("lateness, early", ours(WaitingPart.EARLY), 0),
                atMost("waiting and idle, MB", ours(WaitingPart.MEMORY), 150),
                atMost("waiting and idle, threads", ours(WaitingPart.THREADS), 40),
                atMost("waiting and idle, Redis commands/s", ours(WaitingPart.CALLS), 10),
                atMost("waiting and idle, % of a core", ours(WaitingPart.PROCESSOR), 5)));
        for (Figure figure : List.of(SendPart.SINGLE, SendPart.BULK, ReceivePart.RATE)) {
            String workload = (figure.equals(ReceivePart.RATE) ? "receive, " : "send, ") + figure.setting();
            targets.add(atLeast(workload, ours(figure), 2, new Quantity(figure, ElasticMqPeer.SUBJECT)));
            targets.add(atLeast(workload, ours(figure), 0.3, new Quantity(figure, BeanstalkPeer.SUBJECT)));
        }
        targets.add(atLeast(
                "receive, %,d pending against 10,000".formatted(options.pending()),
                ours(PendingPart.beside(options.pending())),
                0.7,
                ours(PendingPart.besideFew())));
        return targets;
    }

    private static Quantity ours(Figure figure) {
        return new Quantity(figure, Entrant.LIBRARY);
    }
}
