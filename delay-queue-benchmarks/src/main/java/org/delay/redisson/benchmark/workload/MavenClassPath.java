package org.delay.redisson.benchmark.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The libraries of a peer that can't share a class path with this library. */
public final class MavenClassPath {

    private MavenClassPath() {}

    /**
     * Has Maven find the libraries.
     *
     * @param directory of the {@code pom.xml}
     * @throws IOException if they are not to be had, with Maven's own words
     */
    public static String of(Path maven, Path directory) throws IOException {
        Path file = Files.createTempFile("delay-queue-benchmarks", ".classpath");
        try {
            Process process = new ProcessBuilder(
                            maven.resolve("bin").resolve("mvn").toString(),
                            "-B",
                            "-q",
                            "-ntp",
                            "-f",
                            directory.resolve("pom.xml").toString(),
                            "dependency:build-classpath",
                            "-Dmdep.outputFile=" + file)
                    .redirectErrorStream(true)
                    .start();
            String output = process.inputReader().lines().collect(Collectors.joining("\n"));
            if (await(process) != 0) {
                throw new IOException(output);
            }
            return Files.readString(file);
        } finally {
            Files.delete(file);
        }
    }

    private static int await(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
