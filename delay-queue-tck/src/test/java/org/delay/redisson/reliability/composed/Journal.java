package org.delay.redisson.reliability.composed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Where one JVM writes down what happens, line by line: what is written is there when the JVM is killed. Thread-safe. */
final class Journal implements AutoCloseable {

    private static final String SUFFIX = ".journal";

    /** No channel, which an interrupt of one writer would close for all. */
    private final FileOutputStream file;

    private Journal(FileOutputStream file) {
        this.file = file;
    }

    static Journal open(Path directory, String writer) {
        try {
            Files.createDirectories(directory);
            return new Journal(
                    new FileOutputStream(directory.resolve(writer + SUFFIX).toFile(), true));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** By the machine's clock, which is Redis's, also where the JVM's is made wrong for all others. */
    static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    void write(Entry entry) {
        byte[] line = (entry.line() + "\n").getBytes(UTF_8);
        try {
            synchronized (file) {
                file.write(line);
            }
        } catch (IOException closed) {
            // A handler that was left behind: its run is judged already.
        }
    }

    /** All that all JVMs wrote; a last line that is torn says nothing. */
    static List<Entry> read(Path directory) {
        List<Entry> entries = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(SUFFIX)).toList()) {
                String text = new String(Files.readAllBytes(file), UTF_8);
                text.substring(0, text.lastIndexOf('\n') + 1)
                        .lines()
                        .map(Entry::of)
                        .forEach(entries::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return entries;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
