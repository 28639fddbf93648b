package org.delay.redisson.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.tck.server.RedisServer;

/**
 * A JVM that a test may kill. What its main class {@linkplain #tell tells} is read here as it comes: what was written
 * before a kill is still in the pipe after it. It ends itself when this JVM is gone.
 */
@Slf4j
public final class ChildJvm implements AutoCloseable {

    /** Options of one that is quick to start. */
    public static final List<String> QUICK =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:MetaspaceSize=256m");

    private static final String MARK = ":: ";

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final Process process;
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final Thread reader;

    private ChildJvm(Process process, Consumer<String> listener, Consumer<String> others) {
        this.process = process;
        this.reader = new Thread(() -> read(listener, others), "system-child-reader");
        this.reader.setDaemon(true);
        this.reader.start();
    }

    public static ChildJvm start(Class<?> main, List<String> options, String... arguments) throws IOException {
        return start(main, options, line -> {}, arguments);
    }

    /** Starts one whose log goes to a file, which may exist. */
    public static ChildJvm startLoggingTo(Path file, Class<?> main, List<String> options, String... arguments)
            throws IOException {
        return new ChildJvm(process(main, options, arguments), line -> {}, line -> append(file, line));
    }

    private static void append(Path file, String line) {
        try {
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts one that is listened to.
     *
     * @param listener hears each line that the child tells, in order, before anybody who awaits it
     */
    public static ChildJvm start(Class<?> main, List<String> options, Consumer<String> listener, String... arguments)
            throws IOException {
        Process process = process(main, options, arguments);
        return new ChildJvm(process, listener, line -> log.info("Child {}: {}", process.pid(), line));
    }

    private static Process process(Class<?> main, List<String> options, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(inherited());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(
                        Redirect.appendTo(Report.file("system-children.log").toFile()))
                .start();
    }

    /** As this JVM was told, so that a run with another number of processors, or another Redis, has it in all of its JVMs. */
    private static List<String> inherited() {
        String redis = "-D" + RedisServer.BINARY_PROPERTY + "=";
        return Stream.concat(
                        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                                .filter(option -> option.startsWith("-XX:ActiveProcessorCount=")),
                        Stream.of(redis + System.getProperty(RedisServer.BINARY_PROPERTY, "")))
                .toList();
    }

    private void read(Consumer<String> listener, Consumer<String> others) {
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(MARK)) {
                    String text = line.substring(MARK.length());
                    listener.accept(text);
                    told.add(text);
                } else {
                    others.accept(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for a line that begins so, and returns what follows. Lines before it are forgotten. */
    public String await(String beginning) throws InterruptedException {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            String line = told.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new IllegalStateException("The child did not say '" + beginning + "' in " + TIMEOUT
                        + (process.isAlive() ? "" : "; it ended with " + process.exitValue()));
            }
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length()).trim();
            }
        }
    }

    /** Writes a line to the child's standard input. */
    public void say(String line) throws IOException {
        process.outputWriter().write(line + "\n");
        process.outputWriter().flush();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Sends it a signal, such as STOP and CONT. */
    public void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        if (kill.waitFor() != 0) {
            throw new IllegalStateException("The child got no signal " + name);
        }
    }

    /** SIGKILL. Returns when the child is gone and everything that it told is known. */
    public void kill() throws InterruptedException {
        // By the handle: the process itself would close the pipe with what is still in it.
        process.toHandle().destroyForcibly();
        awaitEnd();
    }

    /** Waits for the end and returns the exit code. */
    public int awaitEnd() throws InterruptedException {
        if (!process.waitFor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("The child did not end");
        }
        reader.join(TIMEOUT.toMillis());
        return process.exitValue();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }

    /** In the child: tells the parent something. */
    @SuppressWarnings("SystemOut")
    public static void tell(String text) {
        synchronized (System.out) {
            System.out.println(MARK + text);
            System.out.flush();
        }
    }

    /** In the child: waits for a line from the parent; ends the child if the parent is gone. */
    public static String listen() {
        try {
            StringBuilder line = new StringBuilder();
            int next = System.in.read();
            while (next >= 0 && next != '\n') {
                line.append((char) next);
                next = System.in.read();
            }
            if (next < 0) {
                Runtime.getRuntime().halt(3);
            }
            return line.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
