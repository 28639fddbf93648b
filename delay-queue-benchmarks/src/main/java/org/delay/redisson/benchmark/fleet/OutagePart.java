package org.delay.redisson.benchmark.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.delay.redisson.OutgoingMessage;

/** Redis does not answer for a while, and many messages become due meanwhile. */
final class OutagePart implements FleetPart {

    private static final int BULK = 1_000;
    private static final int MOST_SECONDS = 300;

    @Override
    public void run(FleetOptions options, Consumer<String> says) throws Exception {
        says.accept("| Redis away for " + options.outageSeconds() + " s, " + options.due()
                + " due | commands | Redis's thread s | kB out | calls |");
        says.accept("| --- | --- | --- | --- | --- |");
        try (Fleet fleet = new Fleet(FleetOptions.SHARDS)) {
            fleet.start(options.instances(), Duration.ofSeconds(5));
            fleet.settle();
            load(fleet, options.due(), Duration.ofSeconds(options.outageSeconds() / 2));
            Map<String, Long> calls = fleet.countCalls();
            Reading before = fleet.read();
            fleet.redis.pause();
            TimeUnit.SECONDS.sleep(options.outageSeconds());
            fleet.redis.resume();
            long began = System.nanoTime();
            boolean complete = fleet.arrivals.await(options.due(), MOST_SECONDS);
            double took = (System.nanoTime() - began) / 1e9;
            say(
                    "until all " + options.due() + " were delivered: " + Numbers.text(took) + " s, "
                            + (complete ? "none missing" : "some missing") + ", " + fleet.arrivals.repeated()
                            + " again",
                    fleet,
                    before,
                    calls,
                    says);
            Map<String, Long> later = fleet.countCalls();
            Reading end = fleet.read();
            TimeUnit.SECONDS.sleep(options.seconds());
            say(options.seconds() + " s afterwards", fleet, end, later, says);
        }
    }

    private static void say(String name, Fleet fleet, Reading before, Map<String, Long> calls, Consumer<String> says)
            throws Exception {
        Reading cost = fleet.read().since(before);
        says.accept(String.join(
                " | ",
                "| " + name,
                Numbers.text(cost.commands()),
                Numbers.text(cost.busySeconds()),
                Numbers.kilobytes(cost.bytesOut()),
                fleet.calls.since(calls, 1) + " |"));
    }

    private static void load(Fleet fleet, int number, Duration delay) {
        for (int i = 0; i < number; i += BULK) {
            List<OutgoingMessage> messages = new ArrayList<>();
            for (int j = i; j < Math.min(i + BULK, number); j++) {
                messages.add(OutgoingMessage.to(Fleet.topic(j))
                        .body("x")
                        .delay(delay)
                        .build());
            }
            fleet.sender.queue().schedule(messages);
        }
    }
}
