package org.delay.redisson.sample;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
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

class SampleApplicationTest {

    private static final String TIME = "(\\d\\d:\\d\\d:\\d\\d\\.\\d{3})";
    private static final Pattern PLACED = Pattern.compile(TIME + "  (A\\d) \\w+ +placed +timeout due " + TIME);
    private static final Pattern GIVEN_UP = Pattern.compile(
            TIME + "  (A\\d) \\w+ +given up +timeout due " + TIME + ", arrived " + TIME + ": (\\d+) ms late");

    private static Run run;

    @BeforeAll
    static void play(@TempDir Path directory) throws Exception {
        run = Run.of(directory);
    }

    @Test
    void endsByItselfAndSaysNothingButItsStory() {
        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.errors()).isEmpty();
        assertThat(run.output())
                .hasSize(11)
                .allSatisfy(line -> assertThat(line).matches(TIME + "  (A\\d [a-z]+ .*|An order .*|The end.*)"));
    }

    @Test
    void ordersThatAreNotPaidAreGivenUpWhenTheirTimeoutsAreDue() {
        Map<String, LocalTime> due = matches(PLACED)
                .collect(Collectors.toMap(line -> line.group(2), line -> LocalTime.parse(line.group(3))));
        assertThat(due).containsOnlyKeys("A1", "A2", "A3", "A4");
        assertThat(matches(GIVEN_UP).map(line -> line.group(2))).containsExactlyInAnyOrder("A1", "A3", "A4");
        assertThat(matches(GIVEN_UP)).allSatisfy(line -> {
            LocalTime told = LocalTime.parse(line.group(3));
            if (line.group(2).equals("A3")) {
                assertThat(told).isAfter(requireNonNull(due.get("A3")).plusSeconds(1));
            } else {
                assertThat(told).isEqualTo(due.get(line.group(2)));
            }
        });
    }

    @Test
    void noneIsEarly() {
        assertThat(matches(GIVEN_UP)).allSatisfy(line -> {
            Duration late = Duration.between(LocalTime.parse(line.group(3)), LocalTime.parse(line.group(4)));
            assertThat(late).isGreaterThanOrEqualTo(Duration.ZERO).hasMillis(Long.parseLong(line.group(5)));
        });
    }

    @Test
    void oneIsPaidAndOneGetsMoreTime() {
        assertThat(run.output())
                .anySatisfy(line -> assertThat(line).endsWith("A2 coffee  paid       timeout CANCELLED"))
                .anySatisfy(line -> assertThat(line).endsWith("A3 cake    more time  timeout RESCHEDULED, due in 4 s"));
    }

    @Test
    void theReadmeShowsThisOutput() {
        List<String> shown = Readme.blocks("text").get(0).lines().toList();
        assertThat(withoutNumbers(shown)).containsExactlyInAnyOrderElementsOf(withoutNumbers(run.output()));
    }

    private static List<String> withoutNumbers(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceAll(TIME, "time").replaceAll("(\\d+ to )?\\d+ ms", "n ms"))
                .toList();
    }

    private static Stream<MatchResult> matches(Pattern pattern) {
        return run.output().stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(Matcher::toMatchResult);
    }
}
