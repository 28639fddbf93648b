package org.delay.redisson.benchmark;

import static org.delay.redisson.benchmark.contender.Entrant.LIBRARY;
import static org.delay.redisson.benchmark.contender.Entrant.R_DELAYED_QUEUE;
import static org.delay.redisson.benchmark.contender.Entrant.ZSET_LOOP;
import static org.delay.redisson.benchmark.result.Target.atLeast;
import static org.delay.redisson.benchmark.result.Target.atMost;

import java.util.List;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Quantity;
import org.delay.redisson.benchmark.result.Target;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.CancelWorkload;
import org.delay.redisson.benchmark.workload.DrainWorkload;
import org.delay.redisson.benchmark.workload.GrowthWorkload;
import org.delay.redisson.benchmark.workload.IdleWorkload;
import org.delay.redisson.benchmark.workload.KafkaWorkload;
import org.delay.redisson.benchmark.workload.LatenessMetrics;
import org.delay.redisson.benchmark.workload.LatenessWorkload;
import org.delay.redisson.benchmark.workload.MemoryWorkload;
import org.delay.redisson.benchmark.workload.Scale;
import org.delay.redisson.benchmark.workload.ScheduleWorkload;
import org.delay.redisson.benchmark.workload.ScheduleWorkload.Setting;

/** The targets of the benchmarks. */
final class Targets {

    private static final String REDIS_BENCHMARK = "redis-benchmark";
    private static final String BARE_PRODUCER = "bare producer";

    private Targets() {}

    static List<Target> of(Scale scale) {
        int fewest = scale.growth().get(0);
        int most = scale.growth().get(scale.growth().size() - 1);
        int others = scale.pending().get(scale.pending().size() - 1);
        Figure eight = rate(ScheduleWorkload.NAME, Setting.EIGHT_THREADS);
        Figure one = rate(ScheduleWorkload.NAME, Setting.ONE_THREAD);
        Figure bulk = rate(ScheduleWorkload.NAME, Setting.BULK);
        Figure drain = rate(DrainWorkload.NAME, DrainWorkload.ONE);
        Figure kafka = rate(KafkaWorkload.NAME, KafkaWorkload.SETTING);
        Figure cancel = rate(CancelWorkload.NAME, CancelWorkload.CANCEL);
        Figure p50 = lateness(0, LatenessMetrics.P50);
        Figure p99 = lateness(0, LatenessMetrics.P99);
        return List.of(
                atLeast("schedule, 8 threads, one call each", ours(eight), 2, of(eight, R_DELAYED_QUEUE)),
                atLeast("schedule, 1 thread", ours(one), 1, of(one, R_DELAYED_QUEUE)),
                atLeast("schedule, bulk of 100", ours(bulk), 0.6, of(bulk, REDIS_BENCHMARK)),
                atLeast("drain, no-op", ours(drain), 40, of(drain, R_DELAYED_QUEUE)),
                atLeast("drain, no-op", ours(drain), 3, of(drain, ZSET_LOOP)),
                atLeast("drain into Kafka", ours(kafka), 0.6, of(kafka, BARE_PRODUCER)),
                atMost("lateness at 2,000/s, p50 in ms", ours(p50), 1),
                atMost("lateness at 2,000/s, p99 in ms", ours(p99), 5),
                atMost("lateness at 2,000/s, p99", ours(p99), 1, of(p99, R_DELAYED_QUEUE)),
                atMost(
                        "lateness at 2,000/s, early",
                        ours(new Figure(
                                LatenessWorkload.NAME, LatenessWorkload.stream(0), LatenessMetrics.EARLY, Unit.COUNT)),
                        0),
                atMost(
                        "lateness at 2,000/s, p50 with the most others pending in ms",
                        ours(lateness(others, LatenessMetrics.P50)),
                        1),
                atMost(
                        "lateness at 2,000/s, p99 with the most others pending in ms",
                        ours(lateness(others, LatenessMetrics.P99)),
                        5),
                atMost("bytes per message, 100 B body", ours(memory(100)), 0.65, of(memory(100), R_DELAYED_QUEUE)),
                atMost("bytes per message, 1 kB body", ours(memory(1_000)), 0.5, of(memory(1_000), R_DELAYED_QUEUE)),
                atLeast("cancel one of 100,000", ours(cancel), 1_000, of(cancel, R_DELAYED_QUEUE)),
                atMost("idle, 1,000 topics, Redis commands/s", ours(idle(IdleWorkload.COMMANDS, Unit.COUNT)), 10),
                atMost("idle, 1,000 topics, % of a core", ours(idle(IdleWorkload.CPU, Unit.PERCENT)), 1),
                growth(GrowthWorkload.SCHEDULE, fewest, most),
                growth(GrowthWorkload.DRAIN, fewest, most));
    }

    private static Target growth(String what, int fewest, int most) {
        Figure few = rate(GrowthWorkload.NAME, GrowthWorkload.setting(what, fewest));
        Figure many = rate(GrowthWorkload.NAME, GrowthWorkload.setting(what, most));
        return atLeast("%,d pending against %,d, %s".formatted(most, fewest, what), ours(many), 0.7, ours(few));
    }

    private static Figure rate(String workload, String setting) {
        return new Figure(workload, setting, "", Unit.PER_SECOND);
    }

    private static Figure lateness(int others, String metric) {
        return new Figure(LatenessWorkload.NAME, LatenessWorkload.stream(others), metric, Unit.MILLISECONDS);
    }

    private static Figure memory(int size) {
        return new Figure(MemoryWorkload.NAME, MemoryWorkload.body(size), "", Unit.BYTES);
    }

    private static Figure idle(String metric, Unit unit) {
        return new Figure(IdleWorkload.NAME, IdleWorkload.topics(1_000), metric, unit);
    }

    private static Quantity ours(Figure figure) {
        return of(figure, LIBRARY);
    }

    private static Quantity of(Figure figure, String subject) {
        return new Quantity(figure, subject);
    }
}
