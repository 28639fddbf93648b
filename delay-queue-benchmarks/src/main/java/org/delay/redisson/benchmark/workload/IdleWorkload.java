package org.delay.redisson.benchmark.workload;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.delay.redisson.benchmark.contender.Contender;
import org.delay.redisson.benchmark.contender.Contender.Reception;
import org.delay.redisson.benchmark.contender.Entrant;
import org.delay.redisson.benchmark.contender.Parcel;
import org.delay.redisson.benchmark.result.Unit;

/** Measures the cost while nothing is due. */
public final class IdleWorkload implements Workload {

    public static final String NAME = "idle";
    public static final String COMMANDS = "Redis commands/s";
    public static final String CPU = "of a core";
    public static final String THREADS = "threads";

    private static final int SETTLING_SECONDS = 3;
    private static final int SIZE = 100;

    private final List<Entrant> entrants;

    public IdleWorkload(List<Entrant> entrants) {
        this.entrants = entrants;
    }

    /** How the setting with so many topics is called. */
    public static String topics(int number) {
        return String.format(Locale.ROOT, number == 1 ? "%,d topic" : "%,d topics", number);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Idle";
    }

    @Override
    public String description() {
        return "One receiving application, with one message in each topic that is due in an hour. Redis counts the"
                + " commands, including those inside scripts. The processor time is that of the JVM. The threads are"
                + " those that the contender started.";
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
        for (int number : scale.topics()) {
            lab.clear();
            int threads = Thread.activeCount();
            try (Contender contender = entrant.open(lab.redis())) {
                List<String> topics =
                        IntStream.range(0, number).mapToObj(i -> "idle-" + i).toList();
                topics.forEach(topic -> contender.send(topic, Parcel.of(1, Sending.inAnHour(), SIZE)));
                try (Reception reception = contender.receive(topics, body -> {})) {
                    TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
                    measure(lab, scale.idleSeconds(), topics(number), notebook);
                    notebook.write(topics(number), THREADS, Unit.COUNT, Thread.activeCount() - threads);
                }
            }
        }
    }

    static void measure(Lab lab, int seconds, String setting, Notebook notebook) throws InterruptedException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long commands = lab.commands();
        long cpu = system.getProcessCpuTime();
        long began = System.nanoTime();
        TimeUnit.SECONDS.sleep(seconds);
        double nanos = System.nanoTime() - began;
        long spent = system.getProcessCpuTime() - cpu;
        // The query itself is a command.
        long counted = lab.commands() - commands - 1;
        notebook.write(setting, COMMANDS, Unit.COUNT, counted * 1e9 / nanos);
        notebook.write(setting, CPU, Unit.PERCENT, spent * 100 / nanos);
    }
}
