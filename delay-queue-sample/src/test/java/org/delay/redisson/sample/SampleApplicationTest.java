package org.delay.redisson.sample;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.tck.server.RabbitBroker;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The story that the sample tells when it starts. */
class SampleApplicationTest {

    /** Longer than any in the story, and shorter than it has time for. */
    private static final Duration PAUSE = Duration.ofMillis(2_200);

    private static final int MOST_TRIES = 5;
    private static final String TIME = "(\\d\\d:\\d\\d:\\d\\d\\.\\d{3})";
    private static final Pattern PLACED = Pattern.compile(TIME + "  (\\w+) +placed +to be paid by " + TIME);
    private static final Pattern CANCELLED =
            Pattern.compile(TIME + "  (\\w+) +cancelled +not paid in time; (-?\\d+) ms late");

    private static final Pattern BEGINS_WITH_TIME = Pattern.compile("^" + TIME);

    private static List<String> output;

    @BeforeAll
    static void play(@TempDir Path directory) throws Exception {
        output = told(directory);
    }

    /** The story's times are a few seconds, so it differs where the machine pauses for as long: then it is told again. */
    private static List<String> told(Path directory, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--sample.keep-running=false");
        for (int tries = 1; ; tries++) {
            Path own = Files.createDirectory(directory.resolve("try-" + tries));
            try (Run started = Run.start(own, all.toArray(String[]::new))) {
                Run run = started.end();
                if (tries == MOST_TRIES || !hasPaused(run.output())) {
                    assertThat(run.exitCode()).as(run.toString()).isZero();
                    assertThat(run.errors()).isEmpty();
                    return run.output();
                }
            }
        }
    }

    private static boolean hasPaused(List<String> lines) {
        List<LocalTime> times = lines.stream()
                .map(BEGINS_WITH_TIME::matcher)
                .filter(Matcher::find)
                .map(line -> LocalTime.parse(line.group(1)))
                .toList();
        return IntStream.range(1, times.size())
                .anyMatch(i -> Duration.between(times.get(i - 1), times.get(i)).compareTo(PAUSE) > 0);
    }

    @Test
    void saysNothingButItsStory() {
        assertThat(output)
                .hasSize(19)
                .allSatisfy(line -> assertThat(line)
                        .matches(TIME + "  ((tea|coffee|cake) .*|An order .*|Accounting .*|The end.*)"));
    }

    @Test
    void ordersThatAreNotPaidAreCancelledWhenTheirTimeIsOver() {
        Map<String, LocalTime> due = matches(PLACED)
                .collect(Collectors.toMap(line -> line.group(2), line -> LocalTime.parse(line.group(3))));
        assertThat(due).containsOnlyKeys("tea", "coffee", "cake");
        assertThat(matches(CANCELLED).map(line -> line.group(2))).containsExactlyInAnyOrder("tea", "cake");
        assertThat(matches(CANCELLED)).allSatisfy(line -> {
            assertThat(Integer.parseInt(line.group(3))).isNotNegative();
            assertThat(LocalTime.parse(line.group(1))).isAfter(requireNonNull(due.get(line.group(2))));
        });
    }

    @Test
    void oneIsPaidAndOneGetsMoreTime() {
        assertThat(texts())
                .contains(
                        "coffee  paid        timeout CANCELLED", "cake    more time   timeout RESCHEDULED, due in 3 s");
    }

    @Test
    void theReminderThatComesIsTheLaterOne() {
        assertThat(texts())
                .filteredOn(text -> text.startsWith("tea     remind"))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("tea     reminder    SCHEDULED, due "),
                        second -> assertThat(second).startsWith("tea     reminder    REPLACED, due "),
                        arrived -> assertThat(arrived).matches("tea     reminded    \\d+ ms late"));
    }

    @Test
    void theCarrierIsCalledUntilItAnswers() {
        assertThat(texts())
                .containsSubsequence(
                        "coffee  shipment    call 1: the carrier is busy, called again later",
                        "coffee  shipment    call 2: the carrier is busy, called again later",
                        "coffee  shipped     call 3");
    }

    @Test
    void theInvoiceArrivesAfterARedrive() {
        assertThat(texts())
                .containsSubsequence(
                        "coffee  dead letter invoice",
                        "Accounting is told to take invoices as long as this one.",
                        "coffee  redriven    invoice",
                        "coffee  invoiced    accounting has the invoice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/", "docs/zh-CN/"})
    void thePageShowsThisOutput(String directory) {
        List<String> shown = SamplePage.blocks(directory, "sample.md", "text")
                .get(0)
                .lines()
                .filter(line -> !line.contains("Ctrl-C ends"))
                .toList();
        assertThat(withoutNumbers(shown)).containsExactlyInAnyOrderElementsOf(withoutNumbers(output));
    }

    @Test
    void withoutKafkaTheStoryIsTheSame(@TempDir Path directory) throws Exception {
        assertThat(withoutNumbers(told(directory, "--spring.profiles.active=plain")))
                .containsExactlyInAnyOrderElementsOf(withoutNumbers(output));
    }

    @Test
    void withTheJournalTheStoryGoesOnAfterRedisHasLostEverything(@TempDir Path directory) throws Exception {
        try (Run journal = Run.start(directory, "--spring.profiles.active=journal", "--sample.keep-running=false")) {
            assertThat(journal.end().exitCode()).as(journal.toString()).isZero();
            assertThat(journal.errors()).isEmpty();
            List<String> told = journal.output();
            List<String> loss = told.stream()
                    .filter(line -> line.matches(TIME + "  (Redis|The journal) has .*"))
                    .toList();
            assertThat(withoutNumbers(loss))
                    .containsExactly(
                            "time  Redis has lost all messages, by FLUSHALL.",
                            "time  The journal has 4 waiting messages. Missing from Redis: 4.",
                            "time  The journal has put 4 messages back.");
            // A message whose delivery was under way has lost its lease as well.
            List<String> rest = told.stream()
                    .filter(line ->
                            !loss.contains(line) && !line.matches(TIME + "  The lease of 1 message .* was lost.*"))
                    .toList();
            assertThat(withoutNumbers(rest)).containsExactlyInAnyOrderElementsOf(withoutNumbers(output));
            for (String directoryOfPage : List.of("docs/", "docs/zh-CN/")) {
                List<String> shown = SamplePage.blocks(directoryOfPage, "sample.md", "text")
                        .get(2)
                        .lines()
                        .toList();
                assertThat(withoutNumbers(shown)).isEqualTo(withoutNumbers(loss));
            }
        }
    }

    @Test
    void withRabbitTheCarrierIsBusyThreeTimesAndCustomersAreThanked(@TempDir Path directory) throws Exception {
        assumeTrue(RabbitBroker.isInstalled(), "left out: no rabbitmq-server on the PATH");
        List<String> told = withoutNumbers(told(directory, "--spring.profiles.active=rabbit"));
        List<String> elsewhere = withoutNumbers(output);
        assertThat(told)
                .containsAll(elsewhere.stream()
                        .filter(line -> !line.matches(".*(shipped  |The end).*"))
                        .toList());
        for (String directoryOfPage : List.of("docs/", "docs/zh-CN/")) {
            List<String> shown = SamplePage.blocks(directoryOfPage, "sample.md", "text")
                    .get(1)
                    .lines()
                    .toList();
            assertThat(told.stream().filter(line -> !elsewhere.contains(line)))
                    .containsExactlyInAnyOrderElementsOf(withoutNumbers(shown));
        }
    }

    private static List<String> texts() {
        return output.stream().map(line -> line.replaceFirst(TIME + "  ", "")).toList();
    }

    private static List<String> withoutNumbers(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceAll(TIME, "time").replaceAll("(\\d+ to )?\\d+ ms", "n ms"))
                .toList();
    }

    private static Stream<MatchResult> matches(Pattern pattern) {
        return output.stream().map(pattern::matcher).filter(Matcher::matches).map(Matcher::toMatchResult);
    }
}
