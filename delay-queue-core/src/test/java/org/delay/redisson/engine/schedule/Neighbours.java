package org.delay.redisson.engine.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.InstanceOperations.Instance;

/** Instances beside one that is called {@link #ME}. */
public final class Neighbours {

    public static final String ME = "me";

    private Neighbours() {}

    public static Instance alive(String id, Duration left) {
        return new Instance(id, "shop", 1, Duration.ofMinutes(1), left);
    }

    /** So many others that come before this instance in shard 0. */
    public static List<Instance> ahead(int number) {
        return others(true).limit(number).toList();
    }

    /** So many others that come after it. */
    public static List<Instance> behind(int number) {
        return others(false).limit(number).toList();
    }

    private static Stream<Instance> others(boolean ahead) {
        Instance me = alive(ME, Heartbeat.LIFE);
        return IntStream.range(0, 10_000)
                .mapToObj(i -> alive("other-" + i, Heartbeat.LIFE))
                .filter(other -> Rendezvous.order(0, List.of(me, other)).get(0).equals(other) == ahead);
    }

    /** An answer to a heartbeat of this instance. */
    public static List<Instance> andMe(List<Instance> others) {
        List<Instance> all = new ArrayList<>(others);
        all.add(alive(ME, Heartbeat.LIFE));
        return all;
    }
}
