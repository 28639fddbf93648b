package org.delay.redisson.sample;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The README's code blocks. */
final class Readme {

    private static final Path FILE = Path.of("..", "README.md");

    private Readme() {}

    /** The blocks of one language, in their order. */
    static List<String> blocks(String language) {
        Pattern block = Pattern.compile("^```" + language + "\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
        try {
            return block.matcher(Files.readString(FILE))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A text without what does not count when code is compared: its indentation. */
    static String unindented(String text) {
        return text.lines().map(String::strip).collect(joining("\n"));
    }
}
