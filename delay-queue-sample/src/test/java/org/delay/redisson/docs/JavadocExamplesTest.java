package org.delay.redisson.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What Javadoc shows as an example is compiled and run, as what documents show is. */
class JavadocExamplesTest {

    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\\n(.*?)\\n *\\* *}</pre>", Pattern.DOTALL);

    /** Types that applications use or extend, or that they get. */
    private static final List<String> WITH_AN_EXAMPLE = List.of(
            "BodyConverter",
            "CancelResult",
            "DeadLetterEvent",
            "DelayQueueException",
            "DelayQueueListener",
            "DelayQueueMessage",
            "DelayQueueMessageConsumer",
            "DelayQueueMessageProducer",
            "DelayQueueTester",
            "DelayQueueTopicRegistrar",
            "DelayedMessage",
            "DestinationUnavailable",
            "DispatchListener",
            "ForDelayQueue",
            "Header",
            "Headers",
            "MessageExpiredEvent",
            "OutgoingMessage",
            "PartialFailure",
            "PermanentFailure",
            "Receipt",
            "RedissonDelayQueue",
            "RescheduleResult");

    @TestFactory
    Stream<DynamicTest> areRegionsOfSources() {
        Regions regions = Regions.inSources();
        return ProjectFiles.javaSources(false).stream()
                .flatMap(file -> examples(file)
                        .map(example -> dynamicTest(
                                ProjectFiles.fromRoot(file),
                                () -> regions.assertContains(example, ProjectFiles.fromRoot(file)))));
    }

    @Test
    void areWithEachTypeThatUsersTouch() {
        List<String> types = ProjectFiles.javaSources(false).stream()
                .filter(file -> examples(file).findAny().isPresent())
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .toList();
        assertThat(types).containsAll(WITH_AN_EXAMPLE);
    }

    private static Stream<String> examples(Path file) {
        Matcher matcher = EXAMPLE.matcher(ProjectFiles.read(file));
        return matcher.results()
                .map(found -> found.group(1)
                        .lines()
                        .map(line -> line.replaceFirst("^ *\\* ?", ""))
                        .collect(joining("\n")));
    }
}
