package org.delay.redisson.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import lombok.extern.slf4j.Slf4j;

/** Figures. Machines are noisy, so tests do not judge them: they are logged, and kept in a file beside the classes. */
@Slf4j
public final class Report {

    /** In the build directory. */
    private static final Path DIRECTORY = Path.of(System.getProperty("basedir", ""), "target");

    private Report() {}

    /** A file in the build directory. */
    public static Path file(String name) {
        return DIRECTORY.resolve(name);
    }

    public static synchronized void say(String topic, String format, Object... arguments) {
        String line = topic + ": " + String.format(Locale.ROOT, format, arguments);
        log.info(line);
        try {
            Files.createDirectories(DIRECTORY);
            Files.writeString(
                    file("system-report.txt"), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
