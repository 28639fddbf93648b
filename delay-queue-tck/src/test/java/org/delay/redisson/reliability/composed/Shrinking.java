package org.delay.redisson.reliability.composed;

import java.util.Set;
import java.util.TreeSet;

/** Leaves out one term after the other for as long as what is left still fails. */
final class Shrinking {

    private Shrinking() {}

    /** Whether a composition still fails. */
    interface Trial {
        boolean fails(Composition composition) throws Exception;
    }

    /** A composition that fails, and of which no single term can be left out: as far as one trial of each tells. */
    static Composition smallest(Composition failing, Trial trial) throws Exception {
        Composition smallest = failing;
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (int number : new TreeSet<>(smallest.numbers())) {
                Set<Integer> rest = new TreeSet<>(smallest.numbers());
                rest.remove(number);
                Composition candidate = smallest.keeping(rest);
                if (trial.fails(candidate)) {
                    smallest = candidate;
                    smaller = true;
                }
            }
        }
        return smallest;
    }
}
