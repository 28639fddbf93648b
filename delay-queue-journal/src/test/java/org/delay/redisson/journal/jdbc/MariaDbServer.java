package org.delay.redisson.journal.jdbc;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.delay.redisson.tck.server.FreePort;

/** The MariaDB of this machine. There is a Maven artifact too, but its 149 MB are too much for every build. */
public final class MariaDbServer {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final int port;

    private MariaDbServer(int port) {
        this.port = port;
    }

    public static boolean isInstalled() {
        return program("mariadbd").isPresent() && program("mariadb-install-db").isPresent();
    }

    /** One for the JVM, which ends it. */
    public static MariaDbServer shared() {
        return Shared.SERVER;
    }

    String url() {
        return "jdbc:mariadb://127.0.0.1:" + port + "/test?user=root";
    }

    private static MariaDbServer start(Path directory) throws IOException {
        Path data = directory.resolve("data");
        File log = directory.resolve("log").toFile();
        run(
                log,
                program("mariadb-install-db").orElseThrow(),
                "--no-defaults",
                "--datadir=" + data,
                "--user=root",
                "--auth-root-authentication-method=normal");
        int port = FreePort.next();
        Process server = process(
                log,
                program("mariadbd").orElseThrow(),
                "--no-defaults",
                "--datadir=" + data,
                "--user=root",
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=" + directory.resolve("socket"),
                "--character-set-server=utf8mb4",
                "--innodb-buffer-pool-size=32M",
                "--innodb-log-file-size=8M");
        Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
        MariaDbServer started = new MariaDbServer(port);
        await().atMost(Duration.ofMinutes(2)).until(() -> !server.isAlive() || started.createsDatabase());
        if (!server.isAlive()) {
            throw new IllegalStateException("MariaDB ended: " + Files.readString(log.toPath()));
        }
        return started;
    }

    /** Creates an empty database, and returns its address. */
    public String createDatabase() {
        String name = "t" + DATABASES.incrementAndGet();
        try {
            create(name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + name + "?user=root";
    }

    private void create(String name) throws SQLException {
        try (Connection connection =
                DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + port + "/mysql?user=root")) {
            connection.createStatement().execute("CREATE DATABASE IF NOT EXISTS " + name);
        }
    }

    private boolean createsDatabase() {
        try {
            create("test");
            return true;
        } catch (SQLException notYet) {
            return false;
        }
    }

    private static void run(File log, String... command) throws IOException {
        Process process = process(log, command);
        if (process.onExit().join().exitValue() != 0) {
            throw new IllegalStateException(command[0] + " failed: " + Files.readString(log.toPath()));
        }
    }

    private static Process process(File log, String... command) throws IOException {
        ProcessBuilder process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
        // A server that starts deletes the temporary tables of all others in its directory.
        process.environment().put("TMPDIR", log.getParent());
        return process.start();
    }

    /** Servers are often outside of a user's PATH. */
    private static Optional<String> program(String name) {
        List<String> path = Arrays.asList(System.getenv("PATH").split(File.pathSeparator));
        return Stream.concat(path.stream(), Stream.of("/usr/sbin", "/usr/local/sbin"))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    private static final class Shared {

        private static final MariaDbServer SERVER = started();

        private static MariaDbServer started() {
            try {
                return start(Files.createTempDirectory("journal-mariadb"));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
