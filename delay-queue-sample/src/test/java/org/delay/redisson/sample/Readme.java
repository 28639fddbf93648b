package org.delay.redisson.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The READMEs' code blocks. */
final class Readme {

    private Readme() {}

    /** The blocks of one language, in their order. */
    static List<String> blocks(String file, String language) {
        Pattern block = Pattern.compile("^```" + language + "\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
        try {
            return block.matcher(Files.readString(Path.of("..", file)))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
