package org.delay.redisson.examples;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What pages and Javadoc show in Java is, but for its indentation, a region of the files in this package and below, from
 * {@code // tag::name[]} to {@code // end::name[]}.
 */
class DocumentsTest {

    private static final Pattern BLOCK = Pattern.compile("^```java\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\\n(.*?)\\n *\\* *}</pre>", Pattern.DOTALL);

    private static final Pattern REGION =
            Pattern.compile("// tag::([a-z-]+)\\[]\\n(.*?)// end::\\1\\[]", Pattern.DOTALL);

    private static final Path ROOT = Path.of("..");

    private static final String LISTENER = "delay-queue-spring-boot-starter/src/main/java/org/delay/redisson/listener/";

    @ParameterizedTest
    @ValueSource(strings = {"docs/listener.md", "docs/testing.md"})
    void pagesShowRegions(String page) {
        assertThat(found(BLOCK, read(ROOT.resolve(page)), 1))
                .isNotEmpty()
                .allSatisfy(block -> assertThat(regions()).contains(block));
    }

    @ParameterizedTest
    @ValueSource(strings = {"DelayQueueListener.java", "Header.java"})
    void javadocShowsRegions(String file) {
        String text = read(ROOT.resolve(LISTENER + file));
        assertThat(EXAMPLE.matcher(text)
                        .results()
                        .map(example -> example.group(1).replaceAll("(?m)^ *\\* ?", ""))
                        .map(DocumentsTest::unindented))
                .isNotEmpty()
                .allSatisfy(example -> assertThat(regions()).contains(example));
    }

    private static List<String> regions() {
        try (Stream<Path> files = Files.walk(Path.of("src", "test", "java", "org", "delay", "redisson", "examples"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("DocumentsTest.java"))
                    .flatMap(file -> found(REGION, read(file), 2).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> found(Pattern pattern, String text, int group) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> unindented(match.group(group)))
                .toList();
    }

    private static String unindented(String text) {
        return text.lines().map(String::strip).collect(joining("\n")).strip();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
