package org.delay.redisson.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The sample, run as users run it: in a JVM of its own. */
final class Run implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Process process;
    private final Path output;
    private final Path errors;

    private Run(Process process, Path output, Path errors) {
        this.process = process;
        this.output = output;
        this.errors = errors;
    }

    static Run start(Path directory, String... arguments) throws IOException {
        return start(directory, Map.of(), arguments);
    }

    /** With variables of its environment. */
    static Run start(Path directory, Map<String, String> environment, String... arguments) throws IOException {
        Path output = directory.resolve("output.txt");
        Path errors = directory.resolve("errors.txt");
        ProcessBuilder builder = new ProcessBuilder(command(arguments))
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().putAll(environment);
        return new Run(builder.start(), output, errors);
    }

    /** Waits for its end. */
    Run end() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toMinutes(), TimeUnit.MINUTES)) {
            throw new IllegalStateException("The sample did not end: " + this);
        }
        return this;
    }

    /** Waits for a line with this text. */
    String awaitLine(String text) {
        await().atMost(PATIENCE)
                .failFast("The sample has ended", () -> !process.isAlive())
                .until(() -> output().stream().anyMatch(line -> line.contains(text)));
        return output().stream().filter(line -> line.contains(text)).findFirst().orElseThrow();
    }

    /** As Ctrl-C does, by a signal that is heeded in the background as well, where a shell lets processes ignore that of Ctrl-C. */
    void stop() {
        process.destroy();
    }

    /** Processes that it has started. */
    List<ProcessHandle> children() {
        return process.descendants().toList();
    }

    List<String> output() {
        return lines(output);
    }

    List<String> errors() {
        return lines(errors);
    }

    int exitCode() {
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    @Override
    public String toString() {
        return String.join("\n", output()) + "\n" + String.join("\n", errors());
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // What newer JDKs need in order not to warn of Redisson and netty, and what lets a JVM start fast.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--") || argument.startsWith("-XX:"))
                .forEach(command::add);
        command.addAll(List.of(
                "-Dstdout.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                SampleApplication.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
