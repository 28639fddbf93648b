package org.delay.redisson.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.delay.redisson.tck.server.RabbitBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the sample tells with a journal, and with RabbitMQ, beside its usual story. */
class SampleProfilesTest {

    private static final List<String> DEFAULT = ToldStory.withoutNumbers(ToldStory.shown("docs/", "sample.md", 0));

    @Test
    void withTheJournalTheStoryGoesOnAfterRedisHasLostEverything(@TempDir Path directory) throws Exception {
        try (Run journal = Run.start(directory, "--spring.profiles.active=journal", "--sample.keep-running=false")) {
            assertThat(journal.end().exitCode()).as(journal.toString()).isZero();
            assertThat(journal.errors()).isEmpty();
            List<String> told = journal.output();
            List<String> loss = told.stream()
                    .filter(line -> line.matches(ToldStory.TIME + "  (Redis|The journal) has .*"))
                    .toList();
            assertThat(ToldStory.withoutNumbers(loss))
                    .containsExactly(
                            "time  Redis has lost all messages, by FLUSHALL.",
                            "time  The journal has 4 waiting messages. Missing from Redis: 4.",
                            "time  The journal has put 4 messages back.");
            // A message whose delivery was under way has lost its lease as well.
            List<String> rest = told.stream()
                    .filter(line -> !loss.contains(line)
                            && !line.matches(ToldStory.TIME + "  The lease of 1 message .* was lost.*"))
                    .toList();
            assertThat(ToldStory.withoutNumbers(rest)).containsExactlyInAnyOrderElementsOf(DEFAULT);
            for (String directoryOfPage : List.of("docs/", "docs/zh-CN/")) {
                List<String> shown = ToldStory.shown(directoryOfPage, "sample.md", 2);
                assertThat(ToldStory.withoutNumbers(shown)).isEqualTo(ToldStory.withoutNumbers(loss));
            }
        }
    }

    @Test
    void withRabbitTheCarrierIsBusyThreeTimesAndCustomersAreThanked(@TempDir Path directory) throws Exception {
        assumeTrue(RabbitBroker.isInstalled(), "left out: no rabbitmq-server on the PATH");
        List<String> told = ToldStory.withoutNumbers(ToldStory.told(directory, "--spring.profiles.active=rabbit"));
        assertThat(told)
                .containsAll(DEFAULT.stream()
                        .filter(line -> !line.matches(".*(shipped  |The end).*"))
                        .toList());
        for (String directoryOfPage : List.of("docs/", "docs/zh-CN/")) {
            List<String> shown = ToldStory.shown(directoryOfPage, "sample.md", 1);
            assertThat(told.stream().filter(line -> !DEFAULT.contains(line)))
                    .containsExactlyInAnyOrderElementsOf(ToldStory.withoutNumbers(shown));
        }
    }
}
