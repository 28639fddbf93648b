package org.delay.redisson.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The code blocks of the page about the sample, in either language. */
final class SamplePage {

    private SamplePage() {}

    /** The blocks of one language, in their order. */
    static List<String> blocks(String directory, String file, String language) {
        Pattern block = Pattern.compile("^```" + language + "\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
        try {
            return block.matcher(Files.readString(Path.of("..", directory, file)))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
