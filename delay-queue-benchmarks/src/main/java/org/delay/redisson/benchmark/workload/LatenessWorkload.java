package org.delay.redisson.benchmark.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.delay.redisson.benchmark.contender.Contender;
import org.delay.redisson.benchmark.contender.Contender.Reception;
import org.delay.redisson.benchmark.contender.Entrant;

/** Measures the lateness of messages. */
public final class LatenessWorkload implements Workload {

    public static final String NAME = "lateness";

    private static final String TOPIC = "lateness";
    private static final int SIZE = 100;

    /** Many a second, or few. */
    enum Flow {
        STREAM("2,000/s", Duration.ofNanos(500_000), Duration.ofSeconds(1), Duration.ofSeconds(4)),
        DRIP("one each 200 ms", Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ZERO);

        private final String text;
        private final Duration pace;
        private final Duration leastDelay;
        private final Duration spread;

        Flow(String text, Duration pace, Duration leastDelay, Duration spread) {
            this.text = text;
            this.pace = pace;
            this.leastDelay = leastDelay;
            this.spread = spread;
        }

        Duration pace() {
            return pace;
        }

        PacedSender sender(Contender contender, String topic, int size) {
            return new PacedSender(contender, topic, size, leastDelay, spread);
        }
    }

    private final List<Entrant> entrants;
    private final List<RemoteEntrant> remote;
    private final Scale scale;

    public LatenessWorkload(List<Entrant> entrants, List<RemoteEntrant> remote, Scale scale) {
        this.entrants = entrants;
        this.remote = remote;
        this.scale = scale;
    }

    /** How the setting of 2,000 messages a second is called. */
    public static String stream(int pending) {
        return setting(Flow.STREAM, pending);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Lateness";
    }

    @Override
    public String description() {
        return "Messages of 100 bytes are sent at a steady rate, while other messages of the same topic wait for an"
                + " hour. The rate is 2,000 a second with delays of 1 to 5 s, or one message every 200 ms. Lateness is"
                + " the time from the due time to the handler. The due time is fixed before the send and does not wait"
                + " for anything. A message that has not arrived 10 s after the last due time counts as late until then."
                + " Contenders that slow down as more messages wait (RDelayedQueue scans a list) are not measured with a"
                + " million.";
    }

    @Override
    public String bound() {
        return Bounds.of(NAME);
    }

    @Override
    public int rounds(int asked) {
        return Math.max(asked, scale.roundsOfLateness());
    }

    @Override
    public List<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        for (Entrant entrant : entrants) {
            trials.add(new Trial(entrant.name(), (lab, scale, notebook) -> measure(entrant, lab, scale, notebook)));
        }
        remote.forEach(entrant -> trials.add(entrant.trial(NAME, scale.seconds())));
        return trials;
    }

    private void measure(Entrant entrant, Lab lab, Scale scale, Notebook notebook) throws Exception {
        try (Contender contender = entrant.open(lab.redis())) {
            int loaded = 0;
            for (int pending : scale.pending()) {
                if (pending > scale.mostPendingOfPeers() && entrant.searches()) {
                    continue;
                }
                Sending.load(contender, TOPIC, pending - loaded, Sending.inAnHour(), SIZE);
                loaded = pending;
                for (Flow flow : Flow.values()) {
                    measure(contender, flow, pending, scale, notebook);
                }
            }
        }
    }

    private static void measure(Contender contender, Flow flow, int pending, Scale scale, Notebook notebook)
            throws Exception {
        LatenessRecorder recorder = new LatenessRecorder();
        try (Reception reception = contender.receive(List.of(TOPIC), recorder::received)) {
            flow.sender(contender, TOPIC, SIZE).send(flow.pace, Duration.ofSeconds(scale.seconds()), recorder);
            recorder.await(Duration.ofSeconds(10));
        }
        recorder.write(setting(flow, pending), notebook);
    }

    static String setting(Flow flow, int pending) {
        return String.format(Locale.ROOT, "%s, %,d others", flow.text, pending);
    }
}
