package org.delay.redisson.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The sample, run as users run it: in a JVM of its own, from its start to its end. */
record Run(List<String> output, String errors, int exitCode) {

    private static final int MINUTES = 3;

    static Run of(Path directory) throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        Path errors = directory.resolve("errors.txt");
        Process process = new ProcessBuilder(command())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                throw new IllegalStateException("The sample did not end: " + Files.readString(output, UTF_8));
            }
        } finally {
            process.destroyForcibly();
        }
        return new Run(Files.readAllLines(output, UTF_8), Files.readString(errors, UTF_8), process.exitValue());
    }

    private static List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // What newer JDKs need in order not to warn of Redisson and netty.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.addAll(List.of(
                "-Dstdout.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                SampleApplication.class.getName()));
        return command;
    }
}
