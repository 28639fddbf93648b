package org.delay.redisson.tck.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Redis whose clock a test sets. A small library, which is compiled here, stands between the server and the system's
 * clock; so it needs a C compiler, and a server that is a process of this machine.
 */
public final class RedisWithClock implements AutoCloseable {

    private static final String SOURCE = "wrong-clock.c";

    private final RedisServer server;
    private final Path clock;

    private RedisWithClock(RedisServer server, Path clock) {
        this.server = server;
        this.clock = clock;
    }

    /**
     * Starts one, whose clock is right for now; empty where that can't be done on this machine.
     *
     * @param directory for what it needs; nobody else may use it
     */
    public static Optional<RedisWithClock> start(Path directory) {
        try {
            Files.createDirectories(directory);
            Path library = directory.resolve("wrong-clock.so");
            if (System.getenv(RedisServer.IMAGE_VARIABLE) != null || !compile(library)) {
                return Optional.empty();
            }
            Path clock = Files.writeString(directory.resolve("clock"), "0");
            int port = FreePort.next();
            RedisProcess process = RedisProcess.start(
                    RedisBinary.locate(false),
                    port,
                    "bind 127.0.0.1\nport %d\nsave \"\"\n".formatted(port),
                    List.of(),
                    Map.of("LD_PRELOAD", library.toString(), "WRONG_CLOCK", clock.toString()));
            return Optional.of(new RedisWithClock(new RedisServer(process, port), clock));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean compile(Path library) throws IOException {
        if (!System.getProperty("os.name").equals("Linux")) {
            return false;
        }
        Path source = library.resolveSibling(SOURCE);
        try (InputStream in = RedisWithClock.class.getResourceAsStream(SOURCE)) {
            Files.copy(in, source);
        }
        try {
            return new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noCompiler) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The server itself. */
    public RedisServer server() {
        return server;
    }

    /** From now on its clock is wrong by so much. */
    public void set(Duration wrong) {
        try {
            // In one write, and never shorter than before.
            Files.writeString(clock, "%-20d".formatted(wrong.toSeconds()), StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
