package org.delay.redisson.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.delay.redisson.tck.server.FreePort;

/**
 * The server as a process of its own, so that it can be ended in every way. {@code -Dserver.jar=<path>} runs a jar, instead of
 * the classes of this build.
 */
final class ServerProcess extends Server implements AutoCloseable {

    private final Process process;
    private final Path output;

    private ServerProcess(Process process, Path output, int port) {
        super(port);
        this.process = process;
        this.output = output;
    }

    /** Starts it as somebody would who sets these properties; does not wait. */
    static ServerProcess launch(String... properties) {
        return launchOn(FreePort.next(), List.of(), properties);
    }

    private static ServerProcess launchOn(int port, List<String> jvmOptions, String... properties) {
        try {
            Path output = Files.createTempFile("server", ".log");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-XX:MetaspaceSize=256m"));
            command.addAll(jvmOptions);
            String jar = System.getProperty("server.jar");
            command.addAll(
                    jar == null
                            ? List.of("-cp", System.getProperty("java.class.path"), DelayQueueServer.class.getName())
                            : List.of("-jar", jar));
            command.add("--server.port=" + port);
            for (String property : properties) {
                command.add("--" + property);
            }
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            return new ServerProcess(process, output, port);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** With {@link #TOKEN}, which may do everything, on this Redis. Waits until it is ready. */
    static ServerProcess start(int redis, String... more) {
        return launch(properties(redis, more)).awaitHealth();
    }

    /** As {@link #start}, with at most so much heap, such as {@code 512m}. */
    static ServerProcess startWithHeap(String size, int redis, String... more) {
        return launchOn(FreePort.next(), List.of("-Xmx" + size), properties(redis, more))
                .awaitHealth();
    }

    ServerProcess awaitHealth() {
        Awaitility.await().atMost(LONG).pollInterval(Duration.ofMillis(100)).until(() -> {
            if (!process.isAlive()) {
                throw new IllegalStateException(output());
            }
            try {
                return get("/actuator/health/readiness").statusCode() == 200;
            } catch (IOException e) {
                return false;
            }
        });
        return this;
    }

    /** Another one, where this one was killed. */
    ServerProcess again(int redis, String... more) {
        return launchOn(port(), List.of(), properties(redis, more)).awaitHealth();
    }

    /** As {@code kill -9}. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** As {@code kill}: SIGTERM. */
    void terminate() {
        process.destroy();
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("It does not end: " + output());
        }
        return process.exitValue();
    }

    String output() {
        try {
            return Files.readString(output, UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
