package org.delay.redisson.sample;

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
}
