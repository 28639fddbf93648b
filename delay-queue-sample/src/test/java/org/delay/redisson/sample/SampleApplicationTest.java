package org.delay.redisson.sample;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The story that the sample tells when it starts. */
class SampleApplicationTest {

    private static final Pattern PLACED =
            Pattern.compile(ToldStory.TIME + "  (\\w+) +placed +to be paid by " + ToldStory.TIME);
    private static final Pattern CANCELLED =
            Pattern.compile(ToldStory.TIME + "  (\\w+) +cancelled +not paid in time; (-?\\d+) ms late");

    private static List<String> output;

    @BeforeAll
    static void play(@TempDir Path directory) throws Exception {
        output = ToldStory.told(directory);
    }

    @Test
    void saysNothingButItsStory() {
        assertThat(output).hasSize(19).allSatisfy(line -> assertThat(line).matches(ToldStory.LINE));
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
        assertThat(ToldStory.withoutNumbers(ToldStory.shown(directory, "sample.md", 0)))
                .containsExactlyInAnyOrderElementsOf(ToldStory.withoutNumbers(output));
    }

    @Test
    void withoutKafkaTheStoryIsTheSame(@TempDir Path directory) throws Exception {
        assertThat(ToldStory.withoutNumbers(ToldStory.told(directory, "--spring.profiles.active=plain")))
                .containsExactlyInAnyOrderElementsOf(ToldStory.withoutNumbers(output));
    }

    private static List<String> texts() {
        return output.stream()
                .map(line -> line.replaceFirst(ToldStory.TIME + "  ", ""))
                .toList();
    }

    private static Stream<MatchResult> matches(Pattern pattern) {
        return output.stream().map(pattern::matcher).filter(Matcher::matches).map(Matcher::toMatchResult);
    }
}
