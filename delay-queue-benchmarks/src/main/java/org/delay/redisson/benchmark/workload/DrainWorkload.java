package org.delay.redisson.benchmark.workload;

import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.benchmark.contender.Contender;
import org.delay.redisson.benchmark.contender.DelayQueueContender;
import org.delay.redisson.benchmark.contender.Entrant;

/** Measures how fast messages that are due at the same time are received. */
public final class DrainWorkload implements Workload {

    public static final String NAME = "drain";
    public static final String ONE = "a message a call";
    public static final String BATCH = "200 messages a call";

    private static final int MESSAGES_OF_CALL = 200;
    private static final String TOPIC = "drain";

    /** What is loaded and received slowly gets fewer, which does not make it slower. */
    private static final int SLOWER = 5;

    private final List<Entrant> entrants;
    private final List<RemoteEntrant> remote;
    private final Scale scale;

    public DrainWorkload(List<Entrant> entrants, List<RemoteEntrant> remote, Scale scale) {
        this.entrants = entrants;
        this.remote = remote;
        this.scale = scale;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Drain";
    }

    @Override
    public String description() {
        return "Messages of 100 bytes that are all due at the same instant, received by a handler that does nothing."
                + " The time runs from the due time to the last message. The receivers start before the due time.";
    }

    @Override
    public String bound() {
        return Bounds.of(NAME);
    }

    @Override
    public List<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        for (Entrant entrant : entrants) {
            trials.add(new Trial(entrant.name(), (lab, scale, notebook) -> {
                try (Contender contender = entrant.open(lab.redis())) {
                    notebook.rate(ONE, drain(lab, contender, scale));
                }
            }));
        }
        remote.forEach(entrant -> trials.add(entrant.trial(NAME, scale.drained() / SLOWER)));
        trials.add(new Trial(Entrant.LIBRARY, (lab, scale, notebook) -> {
            try (Contender contender = DelayQueueContender.open(lab.redis(), 1, MESSAGES_OF_CALL)) {
                notebook.rate(BATCH, drain(lab, contender, scale));
            }
        }));
        return trials;
    }

    private static double drain(Lab lab, Contender contender, Scale scale) throws Exception {
        return Draining.run(
                lab, contender, TOPIC, scale.drained(), done -> contender.receive(List.of(TOPIC), body -> done.run()));
    }
}
