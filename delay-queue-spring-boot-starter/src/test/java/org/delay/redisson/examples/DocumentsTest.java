package org.delay.redisson.examples;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What these pages show in Java is, but for its indentation, an excerpt of the files in this package and below. */
class DocumentsTest {

    private static final Pattern BLOCK = Pattern.compile("^```java\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    private static final Path DOCS = Path.of("..", "docs");

    private static final Path EXAMPLES = Path.of("src", "test", "java", "org", "delay", "redisson", "examples");

    @ParameterizedTest
    @ValueSource(strings = {"listener.md", "testing.md"})
    void javaIsFromTheExamples(String page) {
        List<String> files = files();
        assertThat(BLOCK.matcher(read(DOCS.resolve(page))).results().map(block -> unindented(block.group(1))))
                .isNotEmpty()
                .allSatisfy(block -> assertThat(files).as(block).anyMatch(file -> file.contains(block)));
    }

    private static List<String> files() {
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> unindented(read(file)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String unindented(String text) {
        return text.lines().map(String::strip).collect(joining("\n"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
