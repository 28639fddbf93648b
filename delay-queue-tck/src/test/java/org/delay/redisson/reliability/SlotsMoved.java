package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.Iterator;
import org.delay.redisson.redis.Cluster;
import org.delay.redisson.redis.ShardIds;
import org.delay.redisson.redis.SlotMove;
import org.delay.redisson.system.Application;
import org.redisson.config.Config;

/**
 * Slots move from one master of a Cluster to another, key by key, and at each step messages are sent and dispatched: some to
 * any shard, and one to the shard that moves.
 */
final class SlotsMoved implements Scenario {

    private static final Duration NODE_TIMEOUT = Duration.ofSeconds(15);

    private static final Duration BOUND = NODE_TIMEOUT.plusSeconds(5);

    private static final int SHARDS = 3;

    private static final int PER_SECOND = 200;

    /** So many sends are made before the next key moves. */
    private static final int SENDS_OF_STEP = 4;

    private static final Duration WAIT = Duration.ofSeconds(1);

    private final boolean waiting;

    /** @param waiting whether sends wait for a replica, and so take another way to the script */
    SlotsMoved(boolean waiting) {
        this.waiting = waiting;
    }

    @Override
    public int number() {
        return 4;
    }

    @Override
    public String title() {
        return waiting ? "Cluster slots moved, sends wait for a replica" : "Cluster slots moved";
    }

    @Override
    public String injected(Scale scale) {
        return "A shard's slot moved to another master, its keys one by one, %d times; %d shards"
                .formatted(moves(scale), SHARDS);
    }

    @Override
    public String invariant() {
        return "lost 0; late ≤ node timeout (15 s) + 5 s";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(3);
    }

    private static int moves(Scale scale) {
        return scale.of(1, 50);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int moves = moves(lab.scale());
        int steps = 0;
        Duration longest = Duration.ZERO;
        String topic = waiting ? "slots-moved-waiting" : "slots-moved";
        Config config = new Config();
        try (Cluster cluster = Cluster.start(3, 1, NODE_TIMEOUT)) {
            cluster.configure(config);
            Application application = Application.of(
                    config, topic, builder -> builder.shards(SHARDS).minReplicas(waiting ? 1 : 0, WAIT));
            try (Traffic traffic = Traffic.start(lab, application, topic, PER_SECOND, Traffic::toHandler);
                    SingleSends toTheMoving =
                            new SingleSends(new Sender(application.queue(), topic, lab.ledger("to-the-moving")))) {
                for (int move = 0; move < moves; move++) {
                    traffic.awaitDeliveries(PER_SECOND / 2);
                    long began = System.nanoTime();
                    Iterator<String> ids = ShardIds.of("moving-" + move, move % SHARDS, SHARDS);
                    SlotMove slot = SlotMove.of(cluster, "{" + topic + ":" + move % SHARDS + "}");
                    steps += move(slot, () -> {
                        toTheMoving.begin(ids.next());
                        traffic.awaitAttempts(SENDS_OF_STEP);
                    });
                    Duration took = Duration.ofNanos(System.nanoTime() - began);
                    longest = took.compareTo(longest) > 0 ? took : longest;
                }
                traffic.awaitAccepted(PER_SECOND / 2);
                int accepted = toTheMoving.end();
                traffic.drain();
                Outcome outcome = traffic.outcome(moves);
                return outcome.should(
                                outcome.worst().compareTo(BOUND) <= 0,
                                "a message was %,d ms late",
                                outcome.worst().toMillis())
                        .note(
                                "sends at each of %,d steps, of %,d to the moving shard %,d accepted;"
                                        + " the longest move took %,d ms, and its shard was at rest",
                                steps, steps, accepted, longest.toMillis());
            }
        }
    }

    /** Answers in how many steps. */
    private static int move(SlotMove slot, Runnable sends) {
        int steps = 1;
        slot.begin();
        sends.run();
        for (var keys = slot.keys(); !keys.isEmpty(); keys = slot.keys()) {
            slot.move(keys.get(0));
            sends.run();
            steps++;
        }
        slot.end();
        return steps;
    }
}
