package org.delay.redisson.benchmark.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongToIntFunction;

/** A Redis master: one thread, which executes calls in the order in which they arrive. */
final class SimulatedMaster {

    private final VirtualTime time;
    private final Costs costs;
    private final Map<Call, Long> calls = new EnumMap<>(Call.class);
    private long freeAt;
    private long busy;
    private double commands;
    private boolean down;

    SimulatedMaster(VirtualTime time, Costs costs) {
        this.time = time;
        this.costs = costs;
    }

    /** Whether it answers nothing. */
    boolean isDown() {
        return down;
    }

    void goDown() {
        down = true;
    }

    /** A replica takes over, with the same data. */
    void comeBack() {
        down = false;
        freeAt = time.nanos();
    }

    /**
     * Executes a call that arrives now.
     *
     * @param work what the script does at its time, by Redis's clock in nanoseconds; says for how many messages or instances
     * @return when the answer leaves
     */
    long serve(Call call, LongToIntFunction work) {
        long arrived = time.nanos();
        CallCost cost = costs.of(call);
        long awakening = Math.round(cost.cold() * costs.awakening().after(arrived - freeAt));
        long begun = Math.max(arrived, freeAt) + awakening;
        long took = cost.nanos(work.applyAsInt(begun));
        charge(call, awakening + took);
        freeAt = begun + took;
        return freeAt;
    }

    /** Executes what another call brings with it: a wake-up to so many subscribers. Returns when it is done. */
    long serveAlong(Call call, int number) {
        long took = costs.of(call).nanos(number);
        charge(call, took);
        freeAt += took;
        return freeAt;
    }

    private void charge(Call call, long took) {
        busy += took;
        commands += costs.of(call).commands();
        calls.merge(call, 1L, Long::sum);
    }

    /** Counts from now on. */
    void reset() {
        calls.clear();
        busy = 0;
        commands = 0;
    }

    /** What it did since it began to count. */
    MasterLoad load(long nanos) {
        double seconds = nanos / 1e9;
        Map<Call, Double> perSecond = new EnumMap<>(Call.class);
        calls.forEach((call, number) -> perSecond.put(call, number / seconds));
        return new MasterLoad((double) busy / nanos + costs.idleShare(), commands / seconds, perSecond);
    }
}
