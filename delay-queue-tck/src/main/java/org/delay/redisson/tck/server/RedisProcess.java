package org.delay.redisson.tck.server;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A redis-server that is a child process. */
final class RedisProcess implements ServerProcess {

    /**
     * Runs the server for as long as the other end of standard input is open. A killed JVM can run no shutdown hook,
     * but the system closes its pipes. The shell lives exactly as long as the server, and its first line of output is
     * the server's process id.
     */
    private static final String SUPERVISOR = """
            exec 3<&0
            "$0" redis.conf "$@" >>redis.log 2>&1 3<&- &
            server=$!
            (while read -r ignored <&3; do :; done; kill -9 $server) &
            watcher=$!
            exec 3<&-
            echo $server
            wait $server
            kill -9 $watcher
            """;

    private static final int QUOTED_LOG_LINES = 20;

    private final Path executable;
    private final Path directory;
    private final int port;
    private final List<String> options;
    private final Map<String, String> environment;
    private volatile Process supervisor;
    private volatile long pid;

    private RedisProcess(
            Path executable, Path directory, int port, List<String> options, Map<String, String> environment)
            throws IOException {
        this.executable = executable;
        this.directory = directory;
        this.port = port;
        this.options = List.copyOf(options);
        this.environment = Map.copyOf(environment);
        this.supervisor = supervise();
        this.pid = readPid();
    }

    static RedisProcess start(Path executable, int port, String configuration, List<String> options) {
        return start(executable, port, configuration, options, Map.of());
    }

    /** With variables of the server's environment. */
    static RedisProcess start(
            Path executable, int port, String configuration, List<String> options, Map<String, String> environment) {
        try {
            Path directory = Files.createTempDirectory("delay-queue-redis-");
            Files.writeString(directory.resolve("redis.conf"), configuration);
            RedisProcess server = new RedisProcess(executable, directory, port, options, environment);
            server.awaitAnswer();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of the server, not of the shell around it. */
    long pid() {
        return pid;
    }

    @Override
    public String version() {
        return ServerVersion.in(run(executable.toString(), "--version"));
    }

    @Override
    public boolean isRunning() {
        return supervisor.isAlive();
    }

    @Override
    public synchronized void kill() {
        if (isRunning()) {
            signal("kill -KILL $0");
            awaitEnd();
        }
    }

    @Override
    public synchronized void terminate() {
        if (isRunning()) {
            signal("kill -TERM $0; kill -CONT $0 2>&- || true");
            awaitEnd();
        }
    }

    @Override
    public synchronized void restart() {
        terminate();
        try {
            supervisor = supervise();
            pid = readPid();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitAnswer();
    }

    @Override
    public synchronized void pause() {
        signal("kill -STOP $0");
        StoppedProcess.await(Long.toString(pid));
    }

    @Override
    public synchronized void resume() {
        signal("kill -CONT $0");
    }

    @Override
    public synchronized void close() {
        kill();
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return "redis-server on port " + port + ", pid " + pid;
    }

    private Process supervise() throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", SUPERVISOR, executable.toString()));
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(Redirect.appendTo(log().toFile()));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private long readPid() throws IOException {
        BufferedReader output = supervisor.inputReader();
        String line = output.readLine();
        if (line == null) {
            throw new IllegalStateException("redis-server did not start: " + quotedLog());
        }
        return Long.parseLong(line);
    }

    private void awaitAnswer() {
        if (!RedisPing.awaitAnswer(port, this::isRunning)) {
            String log = quotedLog();
            close();
            throw new IllegalStateException("redis-server did not start on port " + port + ": " + log);
        }
    }

    private void awaitEnd() {
        try {
            if (!supervisor.waitFor(RedisPing.TIMEOUT.toSeconds(), SECONDS)) {
                throw new IllegalStateException(this + " did not end: " + quotedLog());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while " + this + " ends", e);
        }
    }

    /** By the shell, since Java can send neither STOP nor CONT. */
    private void signal(String command) {
        if (!isRunning()) {
            throw new IllegalStateException(this + " does not run");
        }
        run("sh", "-c", command, Long.toString(pid));
    }

    private static String run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = String.join("\n", process.inputReader().lines().toList());
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted in " + String.join(" ", command), e);
        }
    }

    private Path log() {
        return directory.resolve("redis.log");
    }

    private String quotedLog() {
        try {
            List<String> lines = Files.readAllLines(log());
            return String.join("\n", lines.subList(Math.max(0, lines.size() - QUOTED_LOG_LINES), lines.size()));
        } catch (IOException e) {
            return "no log: " + e;
        }
    }
}
