package org.delay.redisson.tck.server;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/** Finds the redis-server to run. */
final class RedisBinary {

    private RedisBinary() {}

    static Path locate(boolean bundled) {
        String chosen = chosen();
        return bundled || chosen == null ? locate(bundled, System.getenv("PATH")) : executable(chosen);
    }

    /** What {@value RedisServer#BINARY_PROPERTY} says, or null. */
    static @Nullable String chosen() {
        String chosen = System.getProperty(RedisServer.BINARY_PROPERTY);
        return chosen == null || chosen.isBlank() ? null : chosen;
    }

    private static Path executable(String chosen) {
        Path path = Path.of(chosen).toAbsolutePath();
        if (!Files.isExecutable(path)) {
            throw new IllegalStateException("-D" + RedisServer.BINARY_PROPERTY + "=" + chosen
                    + " names no program. Give the path of a redis-server or valkey-server");
        }
        return path;
    }

    /** Without a PATH embedded-redis would throw a NullPointerException. */
    static Path locate(boolean bundled, @Nullable String path) {
        try {
            return bundled || path == null
                    ? Bundled.EXECUTABLE
                    : ExecutableProvider.newExecutableInPath("redis-server")
                            .get()
                            .toPath();
        } catch (FileNotFoundException notInPath) {
            return Bundled.EXECUTABLE;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Extracted once for a JVM, and only if needed; deleted at its end. */
    private static final class Bundled {

        static final Path EXECUTABLE = extract();

        private static Path extract() {
            try {
                return ExecutableProvider.newJarResourceProvider().get().toPath();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
