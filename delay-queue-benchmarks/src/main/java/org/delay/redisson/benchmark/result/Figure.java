package org.delay.redisson.benchmark.result;

/**
 * A measured property.
 *
 * @param workload the short name of the workload that measures it
 * @param setting under which circumstances, such as {@code 8 threads}
 * @param metric what of it, such as {@code p99}
 */
public record Figure(String workload, String setting, String metric, Unit unit) {

    /** As text, such as {@code 8 threads, p99}. */
    public String label() {
        return metric.isEmpty() ? setting : setting + ", " + metric;
    }
}
