package org.delay.redisson.benchmark.workload;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.delay.redisson.benchmark.contender.Contender;
import org.delay.redisson.benchmark.contender.Contender.Reception;
import org.delay.redisson.benchmark.result.Figure;

/**
 * The remote end of {@link RemoteEntrant}. It measures a contender whose libraries can't share a JVM with this library. It reads
 * orders line by line from standard input, and writes the measurements to standard output.
 */
public final class Outpost {

    private static final String TOPIC = "outpost";
    private static final int WARM_UP = 4_000;
    private static final int SIZE = 100;

    private Outpost() {}

    /** Until standard input ends. */
    public static void serve(Contender contender) throws Exception {
        tell(OutpostProtocol.end());
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ", 2);
            measure(contender, words[0], Integer.parseInt(words[1]));
            tell(OutpostProtocol.end());
        }
    }

    private static void measure(Contender contender, String workload, int number) throws Exception {
        switch (workload) {
            case ScheduleWorkload.NAME -> schedule(contender, number);
            case DrainWorkload.NAME -> drain(contender, number);
            case LatenessWorkload.NAME -> lateness(contender, number);
            default -> throw new IllegalArgumentException("There is no workload " + workload + " for an outpost");
        }
    }

    private static void schedule(Contender contender, int number) throws Exception {
        var unused = Sending.oneByOne(contender, TOPIC, WARM_UP, 8);
        Notebook notebook = notebook(ScheduleWorkload.NAME);
        for (int threads : new int[] {1, 8, 64}) {
            int some = threads == 1 ? number / 4 : number;
            notebook.rate(ScheduleWorkload.setting(threads), Sending.oneByOne(contender, TOPIC, some, threads));
        }
    }

    private static void drain(Contender contender, int number) throws Exception {
        var unused = drained(contender, WARM_UP);
        notebook(DrainWorkload.NAME).rate(DrainWorkload.ONE, drained(contender, number));
    }

    private static double drained(Contender contender, int number) throws Exception {
        return Draining.runBesideOthers(
                contender, TOPIC, number, done -> contender.receive(List.of(TOPIC), body -> done.run()));
    }

    private static void lateness(Contender contender, int seconds) throws Exception {
        var unused = drained(contender, WARM_UP);
        for (LatenessWorkload.Flow flow : LatenessWorkload.Flow.values()) {
            LatenessRecorder recorder = new LatenessRecorder();
            try (Reception reception = contender.receive(List.of(TOPIC), recorder::received)) {
                flow.sender(contender, TOPIC, SIZE).send(flow.pace(), Duration.ofSeconds(seconds), recorder);
                recorder.await(Duration.ofSeconds(10));
            }
            recorder.write(LatenessWorkload.setting(flow, 0), notebook(LatenessWorkload.NAME));
        }
    }

    private static Notebook notebook(String workload) {
        return new Notebook(workload, (figure, value) -> tell(OutpostProtocol.line(text(figure, value))));
    }

    private static String text(Figure figure, double value) {
        return String.join(
                "\t", figure.setting(), figure.metric(), figure.unit().name(), Double.toString(value));
    }

    @SuppressWarnings("SystemOut") // the other end reads it
    private static void tell(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
