package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files of the page: small, complete, and without what could make HTML or code of a text. */
class PageFilesTest {

    private static final Path FOLDER = Path.of("src/main/resources/org/delay/redisson/dashboard");

    private static final List<String> FORBIDDEN = List.of(
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "DOMParser",
            "createContextualFragment",
            "setHTML",
            "parseHTML",
            "srcdoc",
            "eval(",
            "new Function",
            "javascript:",
            "style: ",
            "http://",
            "https://");

    private static String text(String name) throws IOException {
        return Files.readString(FOLDER.resolve(name));
    }

    @Test
    void allFilesAreServed() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(PageFiles.NAMES);
        }
    }

    @Test
    void nothingMakesHtmlOfATextAndNothingComesFromElsewhere() throws IOException {
        for (String name : PageFiles.NAMES) {
            String text = text(name).replace("http://www.w3.org/2000/svg", "");
            assertThat(text).as(name).doesNotContain(FORBIDDEN);
        }
        assertThat(text("index.html")).doesNotContain("style=", "onclick", "<script>");
    }

    @Test
    void itIsSmall() {
        PageFiles files = new PageFiles();
        int compressed = PageFiles.NAMES.stream()
                .mapToInt(name -> files.find(name).orElseThrow().compressedSize())
                .sum();

        assertThat(compressed).isBetween(5_000, 60_000);
    }

    @Test
    void bothLanguagesHaveTheSameTexts() throws IOException {
        Set<String> english = names("words.js");

        assertThat(english).hasSizeGreaterThan(100);
        assertThat(names("words-zh.js")).isEqualTo(english);
    }

    @Test
    void everyTextThatIsUsedExists() throws IOException {
        Set<String> english = names("words.js");
        Pattern used = Pattern.compile("\\bt\\(\"([\\w.]+)\"[,)]");
        for (String name : PageFiles.NAMES) {
            Matcher matcher = used.matcher(text(name));
            while (matcher.find()) {
                assertThat(english).as(name).contains(matcher.group(1));
            }
        }
    }

    private static Set<String> names(String file) throws IOException {
        Matcher matcher =
                Pattern.compile("^  \"([\\w.]+)\": \"", Pattern.MULTILINE).matcher(text(file));
        Set<String> names = new TreeSet<>();
        while (matcher.find()) {
            assertThat(names.add(matcher.group(1))).as(matcher.group(1)).isTrue();
        }
        return names;
    }

    @Test
    void aNameThatIsNoFileIsNothing() {
        PageFiles files = new PageFiles();

        assertThat(files.find("../" + PageFiles.PAGE)).isEmpty();
        assertThat(files.find("Dashboard.class")).isEmpty();
        assertThat(files.find("app.js")).isPresent();
    }
}
