package org.delay.redisson.benchmark.workload;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.delay.redisson.benchmark.result.Unit;

/**
 * An entrant that is measured in a JVM of its own, with its own libraries. Each trial starts that JVM, which runs an outpost.
 *
 * @param name as it stands in the report
 * @param source its main class, which Java compiles when it launches it
 * @param classPath its libraries
 */
public record RemoteEntrant(String name, Path source, String classPath) {

    /**
     * Has Maven find the libraries.
     *
     * @param directory of its {@code pom.xml} and its source
     * @throws IOException if they are not to be had, with Maven's own words
     */
    public static RemoteEntrant resolve(String name, Path maven, Path directory, String source) throws IOException {
        return new RemoteEntrant(name, directory.resolve(source), MavenClassPath.of(maven, directory));
    }

    /** A trial of a workload. */
    Trial trial(String workload, int number) {
        return new Trial(name, (lab, scale, notebook) -> {
            if (!scale.equals(Scale.WARM_UP)) {
                measure(lab, workload + " " + number, notebook);
            }
        });
    }

    private void measure(Lab lab, String order, Notebook notebook) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx2g",
                        "-cp",
                        Stream.of(classPath, location(OutpostProtocol.class), location(Histogram.class))
                                .collect(Collectors.joining(File.pathSeparator)),
                        source.toString(),
                        Integer.toString(lab.port()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader output = process.inputReader()) {
            read(output, notebook);
            process.outputWriter().write(order + "\n");
            process.outputWriter().flush();
            read(output, notebook);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Up to the end of an order. */
    private void read(BufferedReader output, Notebook notebook) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (OutpostProtocol.isEnd(line)) {
                return;
            }
            OutpostProtocol.text(line).ifPresent(text -> {
                String[] words = text.split("\t", -1);
                notebook.write(words[0], words[1], Unit.valueOf(words[2]), Double.parseDouble(words[3]));
            });
        }
        throw new IOException(name + " ended too soon");
    }

    private static String location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
