package org.delay.redisson.benchmark.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SimulatedMasterTest {

    private static final long SERVICE = 100_000;

    /** Random arrivals at a server that takes equally long for each (M/D/1) wait as Pollaczek and Khinchine computed. */
    @Test
    void callsWaitAsInAnyQueue() {
        assertEquals(wait(0.3), meanWait(0.3), wait(0.3) * 0.02);
        assertEquals(wait(0.8), meanWait(0.8), wait(0.8) * 0.02);
    }

    @Test
    void itsShareIsWhatItsCallsTake() {
        VirtualTime time = new VirtualTime();
        SimulatedMaster master = new SimulatedMaster(time, costs(40_000));
        for (int i = 0; i < 10; i++) {
            time.at(VirtualTime.START + i * 1_000_000L, () -> serve(master));
        }
        time.runUntil(VirtualTime.START + 10_000_000);
        assertEquals(0.14 + 0.05, master.load(10_000_000).busy(), 1e-9);
    }

    private static double wait(double utilization) {
        return utilization * SERVICE / (2 * (1 - utilization));
    }

    private static double meanWait(double utilization) {
        VirtualTime time = new VirtualTime();
        SimulatedMaster master = new SimulatedMaster(time, costs(0));
        Random random = new Random(1);
        int calls = 1_000_000;
        double[] waited = new double[1];
        double at = VirtualTime.START;
        for (int i = 0; i < calls; i++) {
            at += -Math.log(1 - random.nextDouble()) * SERVICE / utilization;
            time.at((long) at, () -> waited[0] += serve(master) - time.nanos() - SERVICE);
        }
        time.runUntil((long) at + 1);
        return waited[0] / calls;
    }

    private static long serve(SimulatedMaster master) {
        return master.serve(Call.POLL, now -> 1);
    }

    private static Costs costs(long awakening) {
        return new Costs(
                Map.of(Call.POLL, new CallCost(SERVICE, 0, 1)),
                new Awakening(Map.of(1L, awakening)),
                0.05,
                new Waits(Samples.of(0), Samples.of(0)),
                0);
    }
}
