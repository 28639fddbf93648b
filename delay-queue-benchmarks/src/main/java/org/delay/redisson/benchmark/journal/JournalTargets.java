package org.delay.redisson.benchmark.journal;

import static org.delay.redisson.benchmark.contender.SqlEntrant.DB_SCHEDULER;
import static org.delay.redisson.benchmark.contender.SqlEntrant.JOB_RUNR;
import static org.delay.redisson.benchmark.contender.SqlEntrant.JOURNAL;
import static org.delay.redisson.benchmark.result.Target.atLeast;
import static org.delay.redisson.benchmark.result.Target.atMost;

import java.util.List;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Quantity;
import org.delay.redisson.benchmark.result.Target;

/** The targets of the journal. */
final class JournalTargets {

    private JournalTargets() {}

    static List<Target> of(int restored) {
        return List.of(
                atMost("a send in a transaction, ms more at p50", ours(TransactionPart.ADDED), 0.5),
                atMost(
                        "a send in a transaction, ms more at p50",
                        ours(TransactionPart.ADDED),
                        1,
                        of(TransactionPart.ADDED, DB_SCHEDULER)),
                atMost(
                        "a send in a transaction, ms more at p50",
                        ours(TransactionPart.ADDED),
                        1,
                        of(TransactionPart.ADDED, JOB_RUNR)),
                atLeast("sends/s, 1 thread", ours(SendPart.ONE), 1_000),
                atLeast("sends/s, 8 threads", ours(SendPart.EIGHT), 4_000),
                atLeast("sends/s, bulk of 100", ours(SendPart.BULKS), 15_000),
                atLeast("sends, 1 thread", ours(SendPart.ONE), 1, of(SendPart.ONE, DB_SCHEDULER)),
                atLeast("sends, 1 thread", ours(SendPart.ONE), 1, of(SendPart.ONE, JOB_RUNR)),
                atLeast("sends, 8 threads", ours(SendPart.EIGHT), 1, of(SendPart.EIGHT, DB_SCHEDULER)),
                atLeast("sends, 8 threads", ours(SendPart.EIGHT), 1, of(SendPart.EIGHT, JOB_RUNR)),
                atLeast("sends, bulk of 100", ours(SendPart.BULKS), 1, of(SendPart.BULKS, DB_SCHEDULER)),
                atLeast("sends, bulk of 100", ours(SendPart.BULKS), 1, of(SendPart.BULKS, JOB_RUNR)),
                atMost("from the commit to Redis, p99 in ms", ours(RelayPart.P99), 20),
                atLeast("end to end, messages/s", ours(FlowPart.RATE), 5_000),
                atLeast("end to end", ours(FlowPart.RATE), 1, of(FlowPart.RATE, DB_SCHEDULER)),
                atLeast("end to end", ours(FlowPart.RATE), 1, of(FlowPart.RATE, JOB_RUNR)),
                atMost("lateness at 1,000/s, p50 in ms", ours(LatenessPart.P50), 1.5),
                atMost("lateness at 1,000/s, p99 in ms", ours(LatenessPart.P99), 10),
                atMost("lateness at 1,000/s, p99", ours(LatenessPart.P99), 1, of(LatenessPart.P99, DB_SCHEDULER)),
                atMost("lateness at 1,000/s, p99", ours(LatenessPart.P99), 1, of(LatenessPart.P99, JOB_RUNR)),
                atMost("lateness at 1,000/s, early", ours(LatenessPart.EARLY), 0),
                atLeast("restore, messages/s: a million in 90 s", ours(RestorePart.rate(restored)), 11_112),
                atMost("restore, calls over 10 ms in Redis", ours(RestorePart.slow(restored)), 0));
    }

    private static Quantity ours(Figure figure) {
        return of(figure, JOURNAL);
    }

    private static Quantity of(Figure figure, String subject) {
        return new Quantity(figure, subject);
    }
}
