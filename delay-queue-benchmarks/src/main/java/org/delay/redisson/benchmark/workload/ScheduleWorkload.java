package org.delay.redisson.benchmark.workload;

import static org.delay.redisson.benchmark.workload.ScheduleWorkload.Setting.ASYNC;
import static org.delay.redisson.benchmark.workload.ScheduleWorkload.Setting.BULK;

import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.benchmark.contender.Contender;
import org.delay.redisson.benchmark.contender.Entrant;

/** How fast messages are scheduled. */
public final class ScheduleWorkload implements Workload {

    public static final String NAME = "schedule";

    /** Settings of this workload. */
    public static final class Setting {

        public static final String ONE_THREAD = "1 thread";
        public static final String EIGHT_THREADS = "8 threads";
        public static final String MANY_THREADS = "64 threads";
        public static final String ASYNC = "async, 1,000 in flight";
        public static final String BULK = "bulk of 100";

        private Setting() {}
    }

    private final List<Entrant> entrants;
    private final List<RemoteEntrant> remote;
    private final Scale scale;

    public ScheduleWorkload(List<Entrant> entrants, List<RemoteEntrant> remote, Scale scale) {
        this.entrants = entrants;
        this.remote = remote;
        this.scale = scale;
    }

    /** How the setting with so many threads is called. */
    static String setting(int threads) {
        return threads == 1 ? Setting.ONE_THREAD : threads + " threads";
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Schedule";
    }

    @Override
    public String description() {
        return "Messages of 100 bytes that are due in an hour. They are sent with one call each from 1, 8 and 64"
                + " threads, and with 1,000 asynchronous calls in flight. One thread also sends them in calls of 100. RDelayedQueue"
                + " has no bulk call, so it makes 100 asynchronous calls. The reference is a script with an `HSET` and a"
                + " `ZADD` in `redis-benchmark`, over 50 connections with 100 calls in a pipeline.";
    }

    @Override
    public String bound() {
        return Bounds.of(NAME);
    }

    @Override
    public List<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        for (Entrant entrant : entrants) {
            trials.add(new Trial(entrant.name(), (lab, scale, notebook) -> measure(entrant, lab, scale, notebook)));
        }
        remote.forEach(entrant -> trials.add(entrant.trial(NAME, scale.sends())));
        trials.add(new Trial(
                RedisBenchmark.SUBJECT,
                (lab, scale, notebook) -> notebook.rate(
                        BULK, RedisBenchmark.on(lab.port(), scale.sends()).pipelinedSchedule())));
        return trials;
    }

    private static void measure(Entrant entrant, Lab lab, Scale scale, Notebook notebook) throws Exception {
        try (Contender contender = entrant.open(lab.redis())) {
            for (int threads : new int[] {1, 8, 64}) {
                int number = threads == 1 ? scale.sends() / 4 : scale.sends();
                notebook.rate(setting(threads), Sending.oneByOne(contender, "schedule-" + threads, number, threads));
            }
            notebook.rate(ASYNC, Sending.async(contender, "schedule-async", scale.sends()));
            notebook.rate(BULK, Sending.inBulks(contender, "schedule-bulk", scale.sends()));
        }
    }
}
