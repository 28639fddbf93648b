package org.delay.redisson.tck.server;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A real Redis server that belongs to the test that started it: on a free port of 127.0.0.1, with a directory of its
 * own that survives {@link #restart()}, and gone with the JVM, even with one that is killed.
 *
 * <p>It is the program that the system property {@value #BINARY_PROPERTY} names. Without it, it is the {@code redis-server} of
 * the PATH, else the one in the embedded-redis jar (6.2; its Linux build needs OpenSSL 3). Where the environment variable {@value #IMAGE_VARIABLE} names an image ({@code redis:8.0}, {@code
 * valkey/valkey:8}), it is a container of that image on the host's network, which Docker offers on Linux.
 *
 * <p>Nothing is persisted unless asked for: {@code RedisServer.builder().config("appendonly yes").start()}.
 *
 * <p>All methods return when what they say has happened. They throw {@link IllegalStateException} if it does not happen
 * within 90 seconds. The type is thread-safe; a lifecycle call waits for the one before it.
 */
public final class RedisServer implements AutoCloseable {

    /** Names a Docker image to run instead of a local binary. */
    public static final String IMAGE_VARIABLE = "DELAY_QUEUE_TEST_REDIS_IMAGE";

    /** System property that names the {@code redis-server} or {@code valkey-server} to run. */
    public static final String BINARY_PROPERTY = "delay-queue.redis";

    private final ServerProcess process;
    private final int port;

    RedisServer(ServerProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a server with nothing but the defaults. */
    public static RedisServer start() {
        return builder().start();
    }

    /** Options of a server that is to be started. */
    public static Builder builder() {
        return new Builder();
    }

    /** The port on 127.0.0.1; the same for as long as the server is not closed. */
    public int port() {
        return port;
    }

    /** {@code redis://127.0.0.1:port}. */
    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** The version that the server's own {@code --version} tells, such as {@code 7.0.15}; Valkey tells Valkey's. */
    public String version() {
        return process.version();
    }

    /** Whether the server's process exists; a paused one does. */
    public boolean isRunning() {
        return process.isRunning();
    }

    /** Kills the server (SIGKILL), paused or not. Nothing happens if it does not run. */
    public void kill() {
        process.kill();
    }

    /** Asks the server to end (SIGTERM), and wakes it for that if it is paused. Nothing happens if it does not run. */
    public void terminate() {
        process.terminate();
    }

    /**
     * Starts the server again on the same port and directory, after {@link #terminate()} if it runs. Returns when it
     * answers, so when it has loaded what it had persisted.
     */
    public void restart() {
        process.restart();
    }

    /** Stops the server's process (SIGSTOP): connections stay and nothing answers. */
    public void pause() {
        process.pause();
    }

    /** Lets a paused server go on (SIGCONT). */
    public void resume() {
        process.resume();
    }

    /** Kills the server and deletes its directory. May be called again. */
    @Override
    public void close() {
        process.close();
    }

    @Override
    public String toString() {
        return "RedisServer[" + uri() + ", " + process + "]";
    }

    /** Options of a {@link RedisServer}. For one thread. */
    public static final class Builder {

        private final List<String> config = new ArrayList<>();
        private final List<String> options = new ArrayList<>();
        private boolean bundled;

        private Builder() {}

        /** Adds lines of redis.conf, such as {@code appendonly yes} or {@code maxmemory 10mb}. */
        public Builder config(String... lines) {
            config.addAll(List.of(lines));
            return this;
        }

        /** Takes the binary of the embedded-redis jar (6.2) even if there are others. */
        public Builder bundled() {
            bundled = true;
            return this;
        }

        /** Starts it as a Sentinel, which watches what {@code sentinel monitor} lines of its configuration name. */
        public Builder sentinel() {
            options.add("--sentinel");
            return this;
        }

        /**
         * Starts the server and waits until it answers.
         *
         * @throws IllegalStateException if it does not start; the message quotes the server's log
         */
        public RedisServer start() {
            int port = FreePort.next();
            String configuration = configuration(port);
            @Nullable String image = System.getenv(IMAGE_VARIABLE);
            ServerProcess process = image == null || image.isBlank() || bundled || RedisBinary.chosen() != null
                    ? RedisProcess.start(RedisBinary.locate(bundled), port, configuration, options)
                    : RedisContainer.start(image, port, configuration, options);
            return new RedisServer(process, port);
        }

        private String configuration(int port) {
            // Without the last a master waits 5 s for more replicas before it feeds the first.
            List<String> lines = new ArrayList<>(
                    List.of("bind 127.0.0.1", "port " + port, "save \"\"", "repl-diskless-sync-delay 0"));
            lines.addAll(config);
            return String.join("\n", lines) + "\n";
        }
    }
}
