package org.delay.redisson.tck.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A process that was sent SIGSTOP. Each of its threads stops when it is next scheduled: on a busy machine, it answers until then. */
final class StoppedProcess {

    private static final Duration LONG = Duration.ofSeconds(30);

    private StoppedProcess() {}

    /** Waits until no thread of it runs any more. Only Linux says so; elsewhere this returns at once. */
    static void await(String pid) {
        Path threads = Path.of("/proc", pid, "task");
        if (Files.isDirectory(threads)) {
            Awaitility.await()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(LONG)
                    .until(() -> areStopped(threads));
        }
    }

    private static boolean areStopped(Path threads) {
        try (Stream<Path> all = Files.list(threads)) {
            return all.allMatch(StoppedProcess::isStopped);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The state follows the name in parentheses, which may contain anything. */
    private static boolean isStopped(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
