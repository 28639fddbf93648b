package org.delay.redisson.journal.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.tck.server.FreePort;
import org.springframework.jdbc.core.JdbcTemplate;

/** A PostgreSQL of the version that the build brings. */
public final class PostgresServer {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final EmbeddedPostgres postgres;
    private final Path data;

    private PostgresServer(EmbeddedPostgres postgres, Path data) {
        this.postgres = postgres;
        this.data = data;
    }

    /** One for the JVM, which ends it. */
    public static PostgresServer shared() {
        return Shared.SERVER;
    }

    /** A server on this directory, empty or with the data of a server that has ended. */
    public static PostgresServer start(Path data) {
        // A port that two JVMs find free is given to one: the other one would be connected to that one's server.
        return start(data, FreePort.next());
    }

    /** A server with the data and the address of this one, which has ended. */
    public PostgresServer again() {
        return start(data, postgres.getPort());
    }

    private static PostgresServer start(Path data, int port) {
        try {
            return new PostgresServer(
                    EmbeddedPostgres.builder()
                            .setPort(port)
                            .setDataDirectory(data)
                            .setCleanDataDirectory(false)
                            // Embedded PostgreSQL turns it off. Then a commit may be lost.
                            .setServerConfig("synchronous_commit", "on")
                            .setServerConfig("max_connections", "200")
                            .setPGStartupWait(PATIENCE)
                            .start(),
                    data);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    String url() {
        return postgres.getJdbcUrl("postgres", "postgres");
    }

    /** Creates an empty database, and returns its address. */
    public String createDatabase() {
        String name = "t" + DATABASES.incrementAndGet();
        new JdbcTemplate(postgres.getPostgresDatabase()).execute("create database " + name);
        return postgres.getJdbcUrl("postgres", name);
    }

    /** Kills the server at once, as SIGKILL does. */
    public void kill() throws IOException {
        ProcessHandle server = process();
        List<ProcessHandle> all = server.descendants().toList();
        server.destroyForcibly();
        server.onExit().join();
        // They may answer for a while, and a new server waits for them.
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(one -> one.onExit().join());
        postgres.close();
    }

    private ProcessHandle process() throws IOException {
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0));
        return ProcessHandle.of(pid).orElseThrow();
    }

    /** Sends a signal, such as STOP and CONT, to all of its processes. */
    public void signal(String name) throws IOException, InterruptedException {
        ProcessHandle server = process();
        List<String> command = new ArrayList<>(List.of("kill", "-" + name, Long.toString(server.pid())));
        server.descendants().forEach(one -> command.add(Long.toString(one.pid())));
        // One of them may have ended meanwhile.
        int unused = new ProcessBuilder(command).start().waitFor();
    }

    public void close() throws IOException {
        postgres.close();
    }

    private static final class Shared {

        private static final PostgresServer SERVER = started();

        private static PostgresServer started() {
            try {
                return start(Files.createTempDirectory("journal-postgres"));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
