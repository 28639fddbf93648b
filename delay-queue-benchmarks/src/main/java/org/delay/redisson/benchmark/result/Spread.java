package org.delay.redisson.benchmark.result;

import java.util.List;

/**
 * The summary of several rounds.
 *
 * @param median the middle value, or the mean of the two in the middle
 */
public record Spread(double median, double least, double most, int rounds) {

    /** Of at least one value. */
    public static Spread of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("values must not be empty");
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1), sorted.size());
    }
}
