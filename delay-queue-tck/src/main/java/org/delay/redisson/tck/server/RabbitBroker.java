package org.delay.redisson.tck.server;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A real RabbitMQ node, as a child process that belongs to the test that started it: on free ports of 127.0.0.1, which it keeps with
 * its queues and persistent messages over {@link #kill()} and {@link #restart()}.
 *
 * <p>It is the program that the system property {@value #BINARY_PROPERTY} names, with a {@code rabbitmqctl} beside it. Without it,
 * it is the {@code rabbitmq-server} on the PATH, if there is one ({@link #isInstalled()}).
 *
 * <p>Methods that fail throw {@link IllegalStateException}. For one thread at a time.
 */
public final class RabbitBroker implements AutoCloseable {

    /** System property that names the {@code rabbitmq-server} to run. */
    public static final String BINARY_PROPERTY = "delay-queue.rabbitmq";

    /** A first start takes 5 s on a machine with nothing else to do. */
    private static final Duration START = Duration.ofMinutes(5);

    /** What a client of AMQP 0-9-1 says first. */
    private static final byte[] PROTOCOL_HEADER = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};

    /** Runs the server for as long as the other end of standard input is open, as {@link RedisProcess} does. */
    private static final String SUPERVISOR = """
            exec 3<&0
            "$0" >>server.log 2>&1 3<&- &
            server=$!
            (while read -r ignored <&3; do :; done
             kill -9 $(cat server.pid) $server; epmd -port $ERL_EPMD_PORT -kill) >/dev/null 2>&1 &
            watcher=$!
            exec 3<&-
            wait $server
            kill -9 $watcher
            """;

    private final Path bin;
    private final Path directory;
    private final int port;
    private final Map<String, String> environment;
    private Process supervisor;

    private RabbitBroker(Path bin) throws IOException {
        this.bin = bin;
        this.directory = Files.createTempDirectory("delay-queue-rabbit-");
        this.port = FreePort.next();
        Path plugins = Files.writeString(directory.resolve("enabled_plugins"), "[].");
        Path configuration = Files.writeString(
                directory.resolve("rabbitmq.conf"), "listeners.tcp.default = 127.0.0.1:" + port + "\n");
        this.environment = Map.ofEntries(
                Map.entry("HOME", directory.toString()),
                Map.entry("ERL_EPMD_PORT", Integer.toString(FreePort.next())),
                Map.entry("RABBITMQ_NODENAME", "delay-queue-" + port + "@localhost"),
                Map.entry("RABBITMQ_DIST_PORT", Integer.toString(FreePort.next())),
                Map.entry("RABBITMQ_MNESIA_BASE", directory.resolve("data").toString()),
                Map.entry("RABBITMQ_LOG_BASE", directory.toString()),
                // Those of the machine may be for another node.
                Map.entry("RABBITMQ_CONF_ENV_FILE", "/dev/null"),
                Map.entry("RABBITMQ_CONFIG_FILE", configuration.toString()),
                Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", plugins.toString()),
                Map.entry("RABBITMQ_PID_FILE", directory.resolve("server.pid").toString()));
        this.supervisor = supervise();
    }

    /**
     * Whether there is a {@code rabbitmq-server}.
     *
     * @throws IllegalStateException if {@value #BINARY_PROPERTY} names something else
     */
    public static boolean isInstalled() {
        return bin().isPresent();
    }

    /** Starts a node with nothing but the defaults: the user {@code guest}, and the virtual host {@code /}. */
    public static RabbitBroker start() {
        try {
            RabbitBroker broker = new RabbitBroker(
                    bin().orElseThrow(() -> new IllegalStateException("There is no rabbitmq-server on the PATH")));
            broker.awaitAnswer();
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The port of AMQP 0-9-1 on 127.0.0.1; the same for as long as the node is not closed. */
    public int port() {
        return port;
    }

    /** Ends the node as a power cut would. Nothing happens if it is down. */
    public void kill() {
        if (supervisor.isAlive()) {
            signal("-KILL");
            awaitEnd();
        }
    }

    /** Starts the node again, on the same port and with its queues, after {@link #kill()} if it runs. */
    public void restart() {
        kill();
        supervisor = supervise();
        awaitAnswer();
    }

    /** Stops the node's process: when this returns, it answers nobody. */
    public void pause() {
        signal("-STOP");
        StoppedProcess.await(pid());
    }

    /** Lets a paused node go on. */
    public void resume() {
        signal("-CONT");
    }

    /** Runs {@code rabbitmqctl} for this node, for example with {@code set_vm_memory_high_watermark 0.00001}. */
    public void ctl(String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(bin.resolve("rabbitmqctl").toString(), "-n", environment.get("RABBITMQ_NODENAME")));
        command.addAll(List.of(arguments));
        run(command);
    }

    /** Lets what is declared survive {@link #kill()}: RabbitMQ 3.10 may forget a durable queue that is seconds old. */
    public void keepDeclarations() {
        ctl("eval", "mnesia:sync_log().");
    }

    /** Ends the node and deletes its data. May be called again. */
    @Override
    public void close() {
        kill();
        supervisor.destroyForcibly();
        deleteData();
    }

    @Override
    public String toString() {
        return "RabbitBroker[127.0.0.1:" + port + "]";
    }

    private static Optional<Path> bin() {
        String chosen = System.getProperty(BINARY_PROPERTY, "");
        if (chosen.isBlank()) {
            return installed();
        }
        Path server = Path.of(chosen).toAbsolutePath();
        if (!Files.isExecutable(server) || !server.endsWith("rabbitmq-server")) {
            throw new IllegalStateException("-D" + BINARY_PROPERTY + "=" + chosen + " names no rabbitmq-server");
        }
        return Optional.ofNullable(server.getParent());
    }

    /** The wrappers in other folders switch to another user, so it is the folder that their link leads to. */
    private static Optional<Path> installed() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .map(folder -> Path.of(folder, "rabbitmq-server"))
                .filter(Files::isExecutable)
                .flatMap(server -> Stream.of(Path.of("/usr/lib/rabbitmq/bin"), server.getParent()))
                .filter(folder -> Files.isExecutable(folder.resolve("rabbitmq-server")))
                .findFirst();
    }

    private Process supervise() {
        ProcessBuilder builder = new ProcessBuilder(
                "/bin/sh", "-c", SUPERVISOR, bin.resolve("rabbitmq-server").toString());
        builder.directory(directory.toFile());
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer() {
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(100))
                .atMost(START)
                .until(() -> answers() || !supervisor.isAlive());
        if (!supervisor.isAlive()) {
            throw new IllegalStateException(this + " did not start: see " + directory.resolve("server.log"));
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(1_000);
            socket.getOutputStream().write(PROTOCOL_HEADER);
            return socket.getInputStream().read() == 1;
        } catch (IOException e) {
            return false;
        }
    }

    private void signal(String signal) {
        run(List.of("/bin/kill", signal, pid()));
    }

    private String pid() {
        try {
            return Files.readString(directory.resolve("server.pid"), StandardCharsets.US_ASCII)
                    .trim();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true);
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(command + " failed: " + output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while running " + command, e);
        }
    }

    private void awaitEnd() {
        try {
            if (!supervisor.waitFor(30, SECONDS)) {
                throw new IllegalStateException(this + " does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while ending " + this, e);
        }
    }

    private void deleteData() {
        run(List.of(
                "/bin/sh",
                "-c",
                "epmd -port $ERL_EPMD_PORT -kill >/dev/null 2>&1; rm -rf \"$0\"",
                directory.toString()));
    }
}
