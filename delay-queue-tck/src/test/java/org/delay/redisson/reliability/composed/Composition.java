package org.delay.redisson.reliability.composed;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Terms that a seed has drawn, or some of them. Another JVM makes the same from the same seed and numbers.
 *
 * @param numbers of the terms that are kept, from 0
 */
record Composition(long seed, Set<Integer> numbers) {

    Composition {
        numbers = Set.copyOf(numbers);
    }

    /** With all of its terms. */
    static Composition of(long seed) {
        return new Composition(
                seed, IntStream.range(0, Space.draw(seed).size()).boxed().collect(Collectors.toSet()));
    }

    /** With the terms of these numbers, with commas between them, and nothing else. */
    static Composition of(long seed, String numbers) {
        return new Composition(
                seed,
                Set.of(numbers.split(",")).stream()
                        .filter(number -> !number.isBlank())
                        .map(Integer::valueOf)
                        .collect(Collectors.toSet()));
    }

    Composition keeping(Set<Integer> some) {
        return new Composition(seed, some);
    }

    String keep() {
        return new TreeSet<>(numbers).stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** What is to be run. Of one composition it is always the same. */
    Plan plan(int run) {
        Plan plan = new Plan(seed, run);
        List<Term> drawn = Space.draw(seed);
        new TreeSet<>(numbers).forEach(number -> drawn.get(number).effect().accept(plan));
        plan.keepToWhatTheStarterAccepts();
        return plan;
    }

    @Override
    public String toString() {
        List<Term> drawn = Space.draw(seed);
        return "--seed=" + seed + " --keep=" + keep()
                + new TreeSet<>(numbers)
                        .stream()
                                .map(number -> "\n  %2d  %s".formatted(number, drawn.get(number)))
                                .collect(Collectors.joining());
    }
}
