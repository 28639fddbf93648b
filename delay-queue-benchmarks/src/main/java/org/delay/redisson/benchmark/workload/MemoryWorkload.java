package org.delay.redisson.benchmark.workload;

import java.util.List;
import java.util.Locale;
import org.delay.redisson.benchmark.contender.Contender;
import org.delay.redisson.benchmark.contender.Entrant;
import org.delay.redisson.benchmark.result.Unit;

/** Measures the memory that Redis needs for a waiting message. */
public final class MemoryWorkload implements Workload {

    public static final String NAME = "memory";

    private static final int[] SIZES = {100, 1_000, 10_000};
    private static final int LARGE = 10_000;

    private final List<Entrant> entrants;

    public MemoryWorkload(List<Entrant> entrants) {
        this.entrants = entrants;
    }

    /** How the setting with bodies of this size is called. */
    public static String body(int size) {
        return String.format(Locale.ROOT, "bodies of %,d bytes", size);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Memory";
    }

    @Override
    public String description() {
        return "The memory that Redis allocates for messages with generated ids, divided by the number of messages."
                + " It is measured before the messages are scheduled, and again after the client has gone. The ZSET loop"
                + " stores no id.";
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

    private static void measure(Entrant entrant, Lab lab, Scale scale, Notebook notebook) throws Exception {
        for (int size : SIZES) {
            lab.clear();
            int number = size == LARGE ? scale.stored() / 5 : scale.stored();
            long before = lab.memory();
            try (Contender contender = entrant.open(lab.redis())) {
                Sending.load(contender, "memory", number, Sending.inAnHour(), size);
            }
            lab.awaitNoOtherClients();
            notebook.write(body(size), "", Unit.BYTES, (double) (lab.memory() - before) / number);
        }
    }
}
