package org.delay.redisson.benchmark.result;

/**
 * A subject that did not complete a round. Its earlier measurements count.
 *
 * @param workload the short name of the workload
 * @param round from 1
 * @param reason the exception, in one line
 */
public record Failure(String workload, String subject, int round, String reason) {

    /** Of what a trial threw. */
    public static Failure of(String workload, String subject, int round, Throwable thrown) {
        return new Failure(
                workload, subject, round, thrown.toString().lines().findFirst().orElse(""));
    }
}
