package org.delay.redisson.benchmark.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.benchmark.contender.Contender.Reception;
import org.delay.redisson.benchmark.contender.DelayQueueContender;
import org.delay.redisson.benchmark.contender.Entrant;
import org.delay.redisson.benchmark.contender.Parcel;
import org.delay.redisson.benchmark.result.Unit;

/** Measures how soon topics are delivered whose destination comes back. */
public final class RecoveryWorkload implements Workload {

    public static final String NAME = "recovery";

    private static final int SIZE = 100;
    private static final int BULK = 500;
    private static final Duration PACE = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** What bodies of topics begin with that can be delivered all the time: a number that no due time has. */
    private static final String HEALTHY = "healthy";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Recovery";
    }

    @Override
    public String description() {
        return "One message is due in each topic, and none can be delivered, while another topic of the same destination"
                + " gets one message each 50 ms. After a while all can be delivered. The time runs until the last one is;"
                + " if that takes more than 90 s, the rate is that of those 90 s.";
    }

    @Override
    public String bound() {
        return Bounds.of(NAME);
    }

    @Override
    public List<Trial> trials() {
        return List.of(new Trial(Entrant.LIBRARY, (lab, scale, notebook) -> {
            int most = scale.manyTopics() / 5;
            for (int number : Stream.of(most / 10, most).toList()) {
                lab.clear();
                measure(lab, scale, number, notebook);
            }
        }));
    }

    private static void measure(Lab lab, Scale scale, int number, Notebook notebook) throws Exception {
        String setting = String.format(Locale.ROOT, "%,d topics", number);
        List<String> topics =
                IntStream.range(0, number).mapToObj(i -> "away-" + i).toList();
        AtomicBoolean away = new AtomicBoolean(true);
        LatenessRecorder waiting = new LatenessRecorder();
        LatenessRecorder meanwhile = new LatenessRecorder();
        LatenessRecorder afterwards = new LatenessRecorder();
        try (DelayQueueContender application = DelayQueueContender.open(lab.redis())) {
            Instant due = Instant.now();
            try (Reception reception = application.receive(topics, body -> {
                if (body.endsWith(HEALTHY)) {
                    meanwhile.received(body);
                    afterwards.received(body);
                } else if (away.get()) {
                    throw new DestinationUnavailable("away", false, null);
                } else {
                    waiting.received(body);
                }
            })) {
                stream(application, meanwhile, Duration.ofSeconds(1), () -> true);
                for (int from = 0; from < number; from += BULK) {
                    application.sendToEach(topics.subList(from, Math.min(number, from + BULK)), from, due, SIZE);
                }
                stream(application, meanwhile, Duration.ofSeconds(scale.idleSeconds()), () -> true);
                meanwhile.await(PATIENCE);
                meanwhile.write(setting + ", another topic meanwhile", notebook);
                Instant back = Instant.now();
                for (int i = 0; i < number; i++) {
                    waiting.expect(new Parcel(null, Parcel.of(i, due, SIZE).body(), back));
                }
                away.set(false);
                stream(application, afterwards, PATIENCE, waiting::isWaiting);
                waiting.await(Duration.ZERO);
                double seconds = Duration.between(back, Instant.now()).toMillis() / 1e3;
                notebook.rate(setting, (number - waiting.missing()) / seconds);
                notebook.write(setting, "until the last one", Unit.MILLISECONDS, seconds * 1e3);
                notebook.write(setting, LatenessMetrics.MISSING, Unit.COUNT, waiting.missing());
                afterwards.await(PATIENCE);
                afterwards.write(setting + ", another topic during the recovery", notebook);
            }
        }
    }

    /** One message after the other of a topic that can be delivered. */
    private static void stream(
            DelayQueueContender application, LatenessRecorder recorder, Duration time, BooleanSupplier goesOn)
            throws InterruptedException {
        long number = time.dividedBy(PACE);
        for (int i = 0; i < number && goesOn.getAsBoolean(); i++) {
            Instant due = Instant.now().plusMillis(100);
            Parcel parcel = new Parcel(null, due.toEpochMilli() + " " + i + " " + HEALTHY, due);
            recorder.expect(parcel);
            var unused = application.sendAsync("mine", parcel);
            TimeUnit.NANOSECONDS.sleep(PACE.toNanos());
        }
    }
}
