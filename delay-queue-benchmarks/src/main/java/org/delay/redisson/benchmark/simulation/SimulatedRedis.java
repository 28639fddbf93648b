package org.delay.redisson.benchmark.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.LongToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.redisson.connection.CRC16;

/** Masters with shards, and the way to them. */
final class SimulatedRedis {

    /** How long a client waits for an answer, by default. */
    static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** The engine's {@code StandbyWorkers}: after so long a wait for Redis, another worker stands in. */
    private static final long LONG = Duration.ofMillis(100).toNanos();

    private static final int SLOTS = 16_384;

    private final VirtualTime time;
    private final Costs costs;
    private final Random random;
    private final List<SimulatedMaster> masters;
    private final List<StoredShard> shards;
    private final int[] places;

    SimulatedRedis(VirtualTime time, Costs costs, Terms terms, Random random) {
        this.time = time;
        this.costs = costs;
        this.random = random;
        this.masters = Stream.generate(() -> new SimulatedMaster(time, costs))
                .limit(terms.masters())
                .toList();
        this.shards = Stream.generate(StoredShard::new).limit(terms.shards()).toList();
        this.places = IntStream.range(0, terms.shards())
                .map(shard -> masterOf("service:" + shard))
                .toArray();
    }

    private int masterOf(String tag) {
        int slot = CRC16.crc16(tag.getBytes(StandardCharsets.UTF_8)) % SLOTS;
        return slot * masters.size() / SLOTS;
    }

    StoredShard shard(int number) {
        return shards.get(number);
    }

    SimulatedMaster masterOf(int shard) {
        return masters.get(places[shard]);
    }

    /** The master of what has no shard: instances, shard counts. */
    SimulatedMaster masterOfService() {
        return masters.get(masterOf("delay:service:instances"));
    }

    List<SimulatedMaster> masters() {
        return masters;
    }

    /** A call to one master. */
    record Request(Call call, SimulatedMaster master, LongToIntFunction work) {}

    /**
     * Sends a call. Then one of both happens: its answer arrives, or the client has waited for too long.
     *
     * @param waiting what happens before, if it takes long
     */
    void send(Request request, Runnable answered, Runnable failed, Runnable waiting) {
        long sent = time.nanos();
        long trip = costs.waits().trips().draw(random);
        time.at(sent + trip / 2, () -> {
            boolean down = request.master().isDown();
            long back = down
                    ? sent + TIMEOUT.toNanos()
                    : request.master().serve(request.call(), request.work()) + trip - trip / 2;
            if (back - sent > LONG) {
                time.at(sent + LONG, waiting);
            }
            time.at(back, down ? failed : answered);
        });
    }

    /** When a thread wakes up that waits for a time. */
    long wakes(long nanos) {
        return nanos + costs.waits().late().draw(random);
    }

    Costs costs() {
        return costs;
    }

    Random random() {
        return random;
    }
}
