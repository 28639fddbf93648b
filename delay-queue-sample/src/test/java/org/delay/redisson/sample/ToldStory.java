package org.delay.redisson.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The story that the sample tells when it starts, and how its page shows it. */
final class ToldStory {

    static final String TIME = "(\\d\\d:\\d\\d:\\d\\d\\.\\d{3})";

    /** A line of it, and none of a library or of a failure. */
    static final String LINE = TIME + "  ((tea|coffee|cake) .*|An order .*|Accounting .*|The end.*)";

    /** Longer than any in the story, and shorter than it has time for. */
    private static final Duration PAUSE = Duration.ofMillis(2_200);

    private static final int MOST_TRIES = 5;
    private static final Pattern BEGINS_WITH_TIME = Pattern.compile("^" + TIME);

    private ToldStory() {}

    /** The story's times are a few seconds, so it differs where the machine pauses for as long: then it is told again. */
    static List<String> told(Path directory, String... arguments) throws Exception {
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

    /** A block of the page without its hint. The first one is the story of the default profile, in its order. */
    static List<String> shown(String directory, String file, int block) {
        return SamplePage.blocks(directory, file, "text")
                .get(block)
                .lines()
                .filter(line -> !line.contains("Ctrl-C ends"))
                .toList();
    }

    static List<String> withoutNumbers(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceAll(TIME, "time").replaceAll("(\\d+ to )?\\d+ ms", "n ms"))
                .toList();
    }
}
