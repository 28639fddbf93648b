package org.delay.redisson.benchmark.workload;

import java.util.List;
import java.util.Locale;

/**
 * The sizes of all workloads.
 *
 * @param sends messages that are sent in each setting
 * @param drained messages that are due in one instant
 * @param pending how many others there are while lateness is measured
 * @param mostPendingOfPeers more are not loaded for contenders whose time for a message grows with them
 * @param roundsOfLateness how often lateness is measured, at least
 * @param seconds how long messages come at a rate
 * @param stored messages whose memory is measured
 * @param waiting messages of which some are cancelled
 * @param cancelled how many are cancelled, by contenders that find a message at once; of others a fiftieth
 * @param topics how many topics are idle
 * @param idleSeconds how long to look at them
 * @param growth how many messages there are while others come and go
 * @param applications how many dispatch at the same time
 * @param manyTopics how many topics one service has at most
 */
public record Scale(
        int sends,
        int drained,
        List<Integer> pending,
        int mostPendingOfPeers,
        int roundsOfLateness,
        int seconds,
        int stored,
        int waiting,
        int cancelled,
        List<Integer> topics,
        int idleSeconds,
        List<Integer> growth,
        List<Integer> applications,
        int manyTopics) {

    public static final Scale FULL = new Scale(
            100_000,
            100_000,
            List.of(0, 100_000, 1_000_000),
            100_000,
            5,
            8,
            100_000,
            100_000,
            5_000,
            List.of(1, 1_000),
            12,
            List.of(10_000, 100_000, 1_000_000, 3_000_000),
            List.of(1, 2, 4),
            100_000);

    public static final Scale QUICK = new Scale(
            20_000,
            20_000,
            List.of(0, 100_000),
            20_000,
            3,
            4,
            20_000,
            100_000,
            1_000,
            List.of(1, 1_000),
            5,
            List.of(10_000, 100_000, 1_000_000),
            List.of(1, 4),
            10_000);

    /** Nothing of it is kept: only that compilers and connections are warm. */
    public static final Scale WARM_UP = new Scale(
            15_000, 60_000, List.of(0), 0, 1, 2, 2_000, 2_000, 500, List.of(1), 1, List.of(2_000), List.of(1), 500);

    /** For readers. */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "%,d messages sent, %,d drained, %,d stored, %,d cancelled of %,d; up to %,d others pending; up to %,d topics"
                        + " for %d s; growth from %,d to %,d; up to %d applications;"
                        + " %,d topics of one service",
                sends,
                drained,
                stored,
                cancelled,
                waiting,
                last(pending),
                last(topics),
                idleSeconds,
                growth.get(0),
                last(growth),
                last(applications),
                manyTopics);
    }

    private static int last(List<Integer> numbers) {
        return numbers.get(numbers.size() - 1);
    }
}
