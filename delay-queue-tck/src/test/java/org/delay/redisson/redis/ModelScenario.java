package org.delay.redisson.redis;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.sessions.JqwikSession;
import org.delay.redisson.reliability.Lab;
import org.delay.redisson.reliability.Outcome;
import org.delay.redisson.reliability.Scale;
import org.delay.redisson.reliability.Scenario;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.api.RedissonClient;

/** Random sequences of all operations do what the model of the queue does. */
public final class ModelScenario implements Scenario {

    private static final int SIZE = 1_000;

    @Override
    public int number() {
        return 17;
    }

    @Override
    public String title() {
        return "Random operations against a model";
    }

    @Override
    public String injected(Scale scale) {
        return ("%,d operations in random sequences of up to 40; one in ten is made twice, as if its answer were lost,"
                        + " one in ten gets lost on its way, and one in five is an earlier one that reaches Redis late")
                .formatted(operations(scale));
    }

    @Override
    public String invariant() {
        return "0 differences";
    }

    @Override
    public String inBuild() {
        return ModelTest.class.getSimpleName();
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(14);
    }

    private static int operations(Scale scale) {
        return scale.of(4_000, 1_000_000);
    }

    @Override
    public Outcome run(Lab lab) {
        int goal = operations(lab.scale());
        long seed = System.nanoTime();
        int sequences = 0;
        int done = 0;
        JqwikSession.start();
        try (RedisServer server = RedisServer.start();
                RedisCli cli = RedisCli.of(server)) {
            RedissonClient client = Clients.of(server);
            try {
                Iterator<Shrinkable<List<Operation>>> random =
                        Operation.sequencesWithLateCalls().generator(SIZE).stream(new Random(seed))
                                .iterator();
                while (done < goal) {
                    List<Operation> operations = random.next().value();
                    ModelTest.compare(client, cli, operations);
                    cli.call("FLUSHALL");
                    done += operations.size();
                    sequences++;
                }
            } catch (AssertionError difference) {
                return Outcome.counted(done, 0)
                        .must(false, "sequence %d of seed %d: %s", sequences, seed, difference.getMessage());
            } finally {
                client.shutdown();
            }
        } finally {
            JqwikSession.finish();
        }
        return Outcome.counted(done, 0).note("%,d sequences", sequences);
    }
}
