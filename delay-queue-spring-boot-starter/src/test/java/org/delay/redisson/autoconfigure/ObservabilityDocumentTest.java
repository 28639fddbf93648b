package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.common.docs.KeyName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of meters in the documentation is that of the enum, and names what is there. */
class ObservabilityDocumentTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "observability.md");

    private static List<String> lines() throws IOException {
        return Files.readAllLines(DOCUMENT);
    }

    @Test
    void showsEveryMeter() throws IOException {
        List<String> expected = Arrays.stream(DelayQueueMeter.values())
                .map(ObservabilityDocumentTest::row)
                .toList();

        assertThat(lines().stream()
                        .filter(line -> line.startsWith("| `delay.queue."))
                        .toList())
                .as("rows of the table in docs/observability.md; they are to be:%n%s", String.join("\n", expected))
                .isEqualTo(expected);
    }

    private static String row(DelayQueueMeter meter) {
        String tags = Arrays.stream(meter.getKeyNames())
                .map(KeyName::asString)
                .map(tag -> "`" + tag + "`")
                .collect(Collectors.joining(", "));
        return "| `%s` | %s | %s | %s |"
                .formatted(meter.getName(), meter.getType().name().toLowerCase(Locale.ROOT), tags, meter.description());
    }

    @Test
    void namesTheObservations() throws IOException {
        assertThat(String.join("\n", lines())).contains(ObservedSends.NAME, ObservedConsumer.NAME);
    }
}
