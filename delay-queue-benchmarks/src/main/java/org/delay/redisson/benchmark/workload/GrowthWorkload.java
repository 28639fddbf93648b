package org.delay.redisson.benchmark.workload;

import java.util.List;
import java.util.Locale;
import org.delay.redisson.benchmark.contender.Contender;
import org.delay.redisson.benchmark.contender.Entrant;

/** Whether it gets slower the more messages wait. */
public final class GrowthWorkload implements Workload {

    public static final String NAME = "growth";
    public static final String SCHEDULE = "schedule from 8 threads";
    public static final String DRAIN = "drain";

    private static final String TOPIC = "growth";
    private static final int SIZE = 100;
    private static final int THREADS = 8;

    private final List<Entrant> entrants;

    public GrowthWorkload(List<Entrant> entrants) {
        this.entrants = entrants;
    }

    /** How the setting with so many others is called. */
    public static String setting(String what, int pending) {
        return String.format(Locale.ROOT, "%s, %,d wait", what, pending);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Growth";
    }

    @Override
    public String description() {
        return "Messages are scheduled from 8 threads and drained as above, while other messages of the same topic"
                + " wait for an hour. Contenders that slow down as more messages wait are measured only with the fewest.";
    }

    @Override
    public String bound() {
        return Bounds.of(NAME);
    }

    @Override
    public List<Trial> trials() {
        return entrants.stream()
                .map(entrant ->
                        new Trial(entrant.name(), (lab, scale, notebook) -> measure(entrant, lab, scale, notebook)))
                .toList();
    }

    private void measure(Entrant entrant, Lab lab, Scale scale, Notebook notebook) throws Exception {
        try (Contender contender = entrant.open(lab.redis())) {
            int loaded = 0;
            for (int pending : scale.growth()) {
                if (entrant.searches() && loaded > 0) {
                    return;
                }
                Sending.load(contender, TOPIC, pending - loaded, Sending.inAnHour(), SIZE);
                notebook.rate(setting(SCHEDULE, pending), Sending.oneByOne(contender, TOPIC, scale.sends(), THREADS));
                loaded = pending + scale.sends();
                notebook.rate(
                        setting(DRAIN, pending),
                        Draining.runBesideOthers(
                                contender,
                                TOPIC,
                                scale.drained() / 2,
                                done -> contender.receive(List.of(TOPIC), body -> done.run())));
            }
        }
    }
}
