package org.delay.redisson.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the README shows is an excerpt of files that are compiled and run. */
class ReadmeTest {

    @Test
    void javaIsFromTheSampleOrTheExamples() {
        List<String> files = javaFiles();
        assertThat(Readme.blocks("java"))
                .isNotEmpty()
                .map(Readme::unindented)
                .allSatisfy(block -> assertThat(files).as(block).anyMatch(file -> file.contains(block)));
    }

    @Test
    void propertiesAreTheSamples() {
        String file = read(Path.of("src/main/resources/application.properties"));
        assertThat(Readme.blocks("properties"))
                .isNotEmpty()
                .allSatisfy(block -> assertThat(file).contains(block));
    }

    private static List<String> javaFiles() {
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(ReadmeTest::read)
                    .map(Readme::unindented)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
