package org.delay.redisson.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import org.delay.redisson.benchmark.result.Failure;
import org.delay.redisson.benchmark.result.Figure;
import org.delay.redisson.benchmark.result.Findings;
import org.delay.redisson.benchmark.result.Unit;
import org.delay.redisson.benchmark.workload.Scale;
import org.delay.redisson.benchmark.workload.SharedKafka;
import org.delay.redisson.benchmark.workload.Trial;
import org.delay.redisson.benchmark.workload.Workload;
import org.junit.jupiter.api.Test;

class SuiteTest {

    private static final Figure FIGURE = new Figure("some", "a setting", "", Unit.PER_SECOND);

    private final Findings findings = new Findings();

    @Test
    void aSubjectThatFailsIsRecordedAndTheOthersGoOn() {
        Trial bad = new Trial("bad", (lab, scale, notebook) -> {
            throw new IllegalStateException("Redis does not answer\nfor a while");
        });
        Trial good = new Trial("good", (lab, scale, notebook) -> findings.add(FIGURE, "good", 1));
        try (SharedKafka kafka = new SharedKafka()) {
            new Suite(Scale.WARM_UP, 2, kafka, new Console(new PrintStream(OutputStream.nullOutputStream())))
                    .run(new TwoTrials(List.of(bad, good)), findings);
        }
        assertThat(findings.failuresOf("some"))
                .containsExactly(
                        new Failure("some", "bad", 1, "java.lang.IllegalStateException: Redis does not answer"),
                        new Failure("some", "bad", 2, "java.lang.IllegalStateException: Redis does not answer"));
        assertThat(findings.spread(FIGURE, "good"))
                .hasValueSatisfying(spread -> assertThat(spread.rounds()).isEqualTo(3));
        assertThat(findings.isComplete("good")).isTrue();
        assertThat(findings.isComplete("bad")).isFalse();
    }

    private record TwoTrials(List<Trial> trials) implements Workload {

        @Override
        public String name() {
            return "some";
        }

        @Override
        public String title() {
            return "Some workload";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public String bound() {
            return "";
        }
    }
}
