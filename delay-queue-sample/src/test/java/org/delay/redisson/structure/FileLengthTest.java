package org.delay.redisson.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A file of the core can be read at one go. */
class FileLengthTest {

    private static final Path CORE = Path.of("../delay-queue-core/src/main/java");
    private static final int MOST_LINES = 250;

    @Test
    void noFileOfTheCoreIsLong() throws IOException {
        List<Path> files;
        try (Stream<Path> paths = Files.walk(CORE)) {
            files = paths.filter(path -> path.toString().endsWith(".java")).toList();
        }
        List<Path> tooLong = new ArrayList<>();
        for (Path file : files) {
            if (Files.readAllLines(file).size() > MOST_LINES) {
                tooLong.add(file);
            }
        }

        assertThat(files).isNotEmpty();
        assertThat(tooLong).isEmpty();
    }
}
