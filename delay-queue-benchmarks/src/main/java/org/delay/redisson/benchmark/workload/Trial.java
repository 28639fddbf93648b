package org.delay.redisson.benchmark.workload;

/**
 * One subject's part in a round.
 *
 * @param subject who or what is measured, as it stands in the report
 */
public record Trial(String subject, Experiment experiment) {

    /** What is done with an empty Redis. */
    public interface Experiment {

        void run(Lab lab, Scale scale, Notebook notebook) throws Exception;
    }
}
