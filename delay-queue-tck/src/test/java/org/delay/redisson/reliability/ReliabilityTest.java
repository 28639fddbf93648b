package org.delay.redisson.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.delay.redisson.system.Report;
import org.delay.redisson.system.SharedKafka;
import org.delay.redisson.tck.server.KafkaBroker;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The day's part of the programme, at the size of builds. All of it: {@code -Dreliability.all=true}. Bounds of time are told and
 * not judged: the machine may be busy.
 */
@Timeout(600)
@ExtendWith(SharedKafka.class)
class ReliabilityTest {

    static List<Named> scenarios() {
        IntStream days =
                Boolean.getBoolean("reliability.all") ? IntStream.range(0, Programme.DAYS) : IntStream.of(Terms.day());
        return days.mapToObj(Programme::ofBuild)
                .flatMap(List::stream)
                .distinct()
                .map(Named::new)
                .toList();
    }

    /** So that a report names it. */
    record Named(Scenario scenario) {

        @Override
        public String toString() {
            return scenario.number() + " " + scenario.title();
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    @Execution(ExecutionMode.CONCURRENT)
    void keepsItsPromise(Named named, KafkaBroker kafka, @TempDir Path directory) throws Exception {
        assumeTrue(named.scenario().isPossible(), "left out: no rabbitmq-server on the PATH");
        try (Lab lab = new Lab(Scale.CI, directory, () -> kafka)) {
            Outcome outcome = named.scenario().run(lab);
            Report.say("Scenario " + named, "%s", outcome);
            assertThat(outcome.broken())
                    .as("on the terms of -Dreliability.day=%d", Terms.day())
                    .isEmpty();
        }
    }
}
