package org.delay.redisson.benchmark;

import org.delay.redisson.benchmark.result.Failure;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Findings;
import org.delay.redisson.benchmark.workload.Lab;
import org.delay.redisson.benchmark.workload.Notebook;
import org.delay.redisson.benchmark.workload.Scale;
import org.delay.redisson.benchmark.workload.SharedKafka;
import org.delay.redisson.benchmark.workload.Trial;
import org.delay.redisson.benchmark.workload.Workload;

/**
 * Runs a workload. After a warm-up, each contender has a turn in each round, so a temporary disturbance of the machine
 * affects all contenders alike. A failed subject is recorded, and the others continue.
 */
record Suite(Scale scale, int rounds, SharedKafka kafka, Console console) {

    void run(Workload workload, Findings findings) {
        console.say("%n%s", workload.title());
        for (Trial trial : workload.trials()) {
            try {
                run(trial, Scale.WARM_UP, new Notebook(workload.name(), (figure, value) -> {}));
            } catch (Exception e) {
                console.say("  warm-up  %-16s failed: %s", trial.subject(), e);
            }
        }
        int asked = workload.rounds(rounds);
        for (int round = 1; round <= asked; round++) {
            for (Trial trial : workload.trials()) {
                int number = round;
                Notebook notebook = new Notebook(workload.name(), (figure, value) -> {
                    findings.add(figure, trial.subject(), value);
                    console.say("  %d/%d  %-16s %s", number, asked, trial.subject(), text(figure, value));
                });
                try {
                    run(trial, scale, notebook);
                } catch (Exception e) {
                    Failure failure = Failure.of(workload.name(), trial.subject(), round, e);
                    findings.add(failure);
                    console.say("  %d/%d  %-16s failed: %s", round, asked, trial.subject(), failure.reason());
                }
            }
        }
        // It shares the machine, and the JVM, with those who do not need it.
        kafka.close();
    }

    /** Uses a new Redis, so nothing is left from earlier trials. */
    private void run(Trial trial, Scale scale, Notebook notebook) throws Exception {
        try (Lab lab = Lab.open(kafka)) {
            trial.experiment().run(lab, scale, notebook);
        }
    }

    private static String text(Figure figure, double value) {
        return figure.label() + ": " + figure.unit().text(value);
    }
}
