package org.delay.redisson.benchmark.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The bottleneck of each workload, written manually, in one file per workload. */
final class Bounds {

    private Bounds() {}

    static String of(String workload) {
        String file = "bound-" + workload + ".md";
        try (InputStream in = Bounds.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("No " + file + " beside " + Bounds.class.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
