package org.delay.redisson.benchmark.simulation;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a simulation found. */
record Outcome(Lateness lateness, List<MasterLoad> masters) {

    Outcome {
        masters = List.copyOf(masters);
    }

    /** Commands a second of all masters. */
    double commands() {
        return masters.stream().mapToDouble(MasterLoad::commands).sum();
    }

    /** The share of its time that the busiest master works. */
    double busiest() {
        return masters.stream().mapToDouble(MasterLoad::busy).max().orElse(0);
    }

    /** The masters' shares, the least busy first. */
    List<Double> busy() {
        return masters.stream()
                .map(MasterLoad::busy)
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    /** Calls a second of all masters. */
    Map<Call, Double> calls() {
        Map<Call, Double> all = new EnumMap<>(Call.class);
        masters.forEach(master -> master.calls().forEach((call, number) -> all.merge(call, number, Double::sum)));
        return all;
    }
}
