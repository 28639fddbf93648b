package org.delay.redisson.benchmark.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.delay.redisson.benchmark.contender.Contender;
import org.delay.redisson.benchmark.contender.Entrant;
import org.delay.redisson.benchmark.contender.Parcel;

/** How fast one of many messages is cancelled and rescheduled. */
public final class CancelWorkload implements Workload {

    public static final String NAME = "cancel";
    public static final String CANCEL = "cancel";
    public static final String RESCHEDULE = "reschedule";

    private static final String TOPIC = "cancel";
    private static final int SIZE = 100;
    private static final int BULK = 200;
    private static final int SLOWER = 50;

    /** What is done with a message. */
    private interface Step {

        boolean apply(Parcel parcel);
    }

    private final List<Entrant> entrants;

    public CancelWorkload(List<Entrant> entrants) {
        this.entrants = entrants;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Cancel and reschedule";
    }

    @Override
    public String description() {
        return "Random messages among 100,000 of 100 bytes, with one call each from one thread. RDelayedQueue and"
                + " the ZSET loop need the whole body. RDelayedQueue reschedules a message by removing and adding it.";
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

    private void measure(Entrant entrant, Lab lab, Scale scale, Notebook notebook) {
        try (Contender contender = entrant.open(lab.redis())) {
            List<Parcel> parcels = load(contender, scale.waiting());
            Collections.shuffle(parcels, new Random(1));
            int number = entrant.searches() ? Math.max(1, scale.cancelled() / SLOWER) : scale.cancelled();
            notebook.rate(CANCEL, rate(parcels.subList(0, number), parcel -> contender.cancel(TOPIC, parcel)));
            notebook.rate(
                    RESCHEDULE,
                    rate(
                            parcels.subList(number, 2 * number),
                            parcel -> contender.reschedule(TOPIC, parcel, later(parcel))));
        }
    }

    private static List<Parcel> load(Contender contender, int number) {
        Instant due = Sending.inAnHour();
        List<Parcel> parcels = new ArrayList<>(number);
        for (int i = 0; i < number; i++) {
            parcels.add(Parcel.of(i, due, SIZE).withId("cancel-" + i));
        }
        for (int from = 0; from < number; from += BULK) {
            contender.sendAll(TOPIC, parcels.subList(from, Math.min(number, from + BULK)));
        }
        return parcels;
    }

    private static Parcel later(Parcel parcel) {
        return new Parcel(parcel.id(), parcel.body() + "later", parcel.due().plus(Duration.ofHours(1)));
    }

    private static double rate(List<Parcel> parcels, Step step) {
        long began = System.nanoTime();
        for (Parcel parcel : parcels) {
            if (!step.apply(parcel)) {
                throw new IllegalStateException("A message that waits was not found");
            }
        }
        return parcels.size() * 1e9 / (System.nanoTime() - began);
    }
}
