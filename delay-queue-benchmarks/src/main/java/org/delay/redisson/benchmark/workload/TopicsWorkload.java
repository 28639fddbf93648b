package org.delay.redisson.benchmark.workload;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.benchmark.contender.Contender.Reception;
import org.delay.redisson.benchmark.contender.DelayQueueContender;
import org.delay.redisson.benchmark.contender.Entrant;
import org.delay.redisson.benchmark.contender.Parcel;
import org.delay.redisson.benchmark.result.Unit;

/** Measures what very many topics of one service cost. */
public final class TopicsWorkload implements Workload {

    public static final String NAME = "topics";

    private static final int SIZE = 100;
    private static final int BULK = 500;
    private static final Duration PACE = Duration.ofMillis(20);
    private static final Duration DELAY = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Fewer commands a second than that are those of an idle application. */
    private static final int IDLE_COMMANDS = 100;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Many topics";
    }

    @Override
    public String description() {
        return "One message in each topic, due in an hour, and one receiving application. Memory is the heap after a"
                + " garbage collection, and what Redis has allocated, per topic. Housekeeping is the round at the start,"
                + " until Redis is idle again. Lateness is that of one message each 20 ms, of any topic. At last, one"
                + " more message of each topic is due at the same instant.";
    }

    @Override
    public String bound() {
        return Bounds.of(NAME);
    }

    @Override
    public List<Trial> trials() {
        return List.of(new Trial(Entrant.LIBRARY, (lab, scale, notebook) -> {
            for (int number :
                    Stream.of(scale.manyTopics() / 100, scale.manyTopics()).toList()) {
                lab.clear();
                measure(lab, scale, number, notebook);
            }
        }));
    }

    private static void measure(Lab lab, Scale scale, int number, Notebook notebook) throws Exception {
        String setting = String.format(Locale.ROOT, "%,d topics", number);
        List<String> topics =
                IntStream.range(0, number).mapToObj(i -> "topic-" + i).toList();
        long empty = lab.memory();
        try (DelayQueueContender sender = DelayQueueContender.open(lab.redis())) {
            long heap = heap();
            long began = System.nanoTime();
            sendToEach(sender, topics, Sending.inAnHour());
            notebook.write(setting, "sends", Unit.PER_SECOND, number * 1e9 / (System.nanoTime() - began));
            notebook.write(setting, "heap of the sender, per topic", Unit.BYTES, (double) (heap() - heap) / number);
            notebook.write(setting, "Redis, per topic", Unit.BYTES, (double) (lab.memory() - empty) / number);
        }
        try (DelayQueueContender application = DelayQueueContender.open(lab.redis())) {
            long heap = heap();
            start(lab, application, topics, setting, notebook);
            LatenessRecorder drained = new LatenessRecorder();
            try (Reception reception = application.receive(topics, drained::received)) {
                TimeUnit.SECONDS.sleep(1);
                IdleWorkload.measure(lab, scale.idleSeconds(), setting, notebook);
            }
            lateness(application, topics, scale.idleSeconds(), setting + ", idle", notebook);
            drain(application, topics, setting, notebook);
            notebook.write(setting, "heap of the receiver, per topic", Unit.BYTES, (double) (heap() - heap) / number);
        }
    }

    /** The time to the first message, and what the housekeeping of the start takes and does to others. */
    private static void start(
            Lab lab, DelayQueueContender application, List<String> topics, String setting, Notebook notebook)
            throws Exception {
        LatenessRecorder first = new LatenessRecorder();
        Parcel parcel = Parcel.of(0, Instant.now(), SIZE);
        first.expect(parcel);
        application.send(topics.get(topics.size() / 2), parcel);
        long began = System.nanoTime();
        try (Reception reception = application.receive(topics, first::received)) {
            first.await(PATIENCE);
            notebook.write(setting, "start to first message", Unit.MILLISECONDS, (System.nanoTime() - began) / 1e6);
        }
        long commands = lab.commands();
        try (Reception house = application.keepHouse()) {
            Thread watch = new Thread(() -> watchHousekeeping(lab, commands, setting, notebook), "watch");
            watch.start();
            lateness(application, topics, 5, setting + ", housekeeping", notebook);
            watch.join();
        }
    }

    private static void watchHousekeeping(Lab lab, long before, String setting, Notebook notebook) {
        try {
            long began = System.nanoTime();
            long last = before;
            while (true) {
                TimeUnit.SECONDS.sleep(1);
                long now = lab.commands();
                // The messages of the lateness beside it make some 20 commands each.
                if (now - last < IDLE_COMMANDS + 20 * 50 && System.nanoTime() - began > 8e9) {
                    break;
                }
                last = now;
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            notebook.write(setting, "housekeeping", Unit.MILLISECONDS, seconds * 1_000);
            notebook.write(setting, "housekeeping, Redis commands", Unit.COUNT, (double) (lab.commands() - before));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void lateness(
            DelayQueueContender application, List<String> topics, int seconds, String setting, Notebook notebook)
            throws Exception {
        LatenessRecorder recorder = new LatenessRecorder();
        Random random = new Random(1);
        try (Reception reception = application.receive(topics, recorder::received)) {
            long number = Duration.ofSeconds(seconds).dividedBy(PACE);
            for (int i = 0; i < number; i++) {
                Parcel parcel = Parcel.of(i, Instant.now().plus(DELAY), SIZE);
                recorder.expect(parcel);
                var unused = application.sendAsync(topics.get(random.nextInt(topics.size())), parcel);
                TimeUnit.NANOSECONDS.sleep(PACE.toNanos());
            }
            recorder.await(PATIENCE);
        }
        recorder.write(setting, notebook);
    }

    private static void drain(DelayQueueContender application, List<String> topics, String setting, Notebook notebook)
            throws Exception {
        Instant due = Instant.now().plusSeconds(5).plusMillis(topics.size() / 3);
        LatenessRecorder recorder = new LatenessRecorder();
        for (int i = 0; i < topics.size(); i++) {
            recorder.expect(Parcel.of(i, due, SIZE));
        }
        sendToEach(application, topics, due);
        boolean late = Instant.now().isAfter(due);
        try (Reception reception = application.receive(topics, recorder::received)) {
            recorder.await(PATIENCE);
        }
        if (!late) {
            notebook.rate(
                    setting + ", one message due in each",
                    (topics.size() - recorder.missing()) * 1e3 / recorder.millisAt(100));
        }
    }

    private static void sendToEach(DelayQueueContender sender, List<String> topics, Instant due) {
        for (int from = 0; from < topics.size(); from += BULK) {
            sender.sendToEach(topics.subList(from, Math.min(topics.size(), from + BULK)), from, due, SIZE);
        }
    }

    private static long heap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
