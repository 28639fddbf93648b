package org.delay.redisson.benchmark.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server that runs until it is closed. What it prints is in a file beside the report. */
final class ChildProcess implements AutoCloseable {

    /** The memory that a JVM may use for its heap. */
    private static final Duration START = Duration.ofMinutes(2);

    private static final int PAUSE_MS = 50;

    private final Process process;

    private ChildProcess(Process process) {
        this.process = process;
    }

    /** Waits until something listens on the port. */
    static ChildProcess start(String name, int port, List<String> command) throws IOException {
        Files.createDirectories(HttpOptions.REPORT);
        Path output = HttpOptions.REPORT.resolve("http-" + name + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        ChildProcess child = new ChildProcess(process);
        long begun = System.nanoTime();
        while (!listens(port)) {
            if (!child.pause() || System.nanoTime() - begun > START.toNanos()) {
                child.close();
                throw new IOException(name + " does not start: see " + output);
            }
        }
        return child;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns false if it has ended. */
    private boolean pause() {
        try {
            return !process.waitFor(PAUSE_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
