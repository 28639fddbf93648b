package org.delay.redisson.tck.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

class RedisServerTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void startsOnItsOwnPortAndEndsWhenClosed() throws Exception {
        RedisServer server = RedisServer.start();
        try (server;
                RedisServer other = RedisServer.start()) {
            assertThat(server.isRunning()).isTrue();
            assertThat(server.uri()).isEqualTo("redis://127.0.0.1:" + server.port());
            assertThat(server.port()).isNotEqualTo(other.port());
            assertThat(ask(server, "PING")).isEqualTo("+PONG");
            assertThat(server.version()).matches("\\d+\\.\\d+.*");
        }
        assertThat(server.isRunning()).isFalse();
        assertThatThrownBy(() -> ask(server, "PING")).isInstanceOf(ConnectException.class);
        server.close();
    }

    @Test
    void keepsItsPortAndItsAppendOnlyFileWhenKilled() throws Exception {
        try (RedisServer server = RedisServer.builder()
                .config("appendonly yes", "appendfsync always")
                .start()) {
            int port = server.port();
            ask(server, "SET order 1");

            server.kill();
            assertThat(server.isRunning()).isFalse();
            assertThatThrownBy(() -> ask(server, "PING")).isInstanceOf(ConnectException.class);
            server.restart();

            assertThat(server.port()).isEqualTo(port);
            assertThat(ask(server, "EXISTS order")).isEqualTo(":1");
        }
    }

    @Test
    void forgetsEverythingWithoutAnAppendOnlyFile() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            ask(server, "SET order 1");
            server.restart();
            assertThat(ask(server, "EXISTS order")).isEqualTo(":0");
        }
    }

    @Test
    void answersNothingWhilePaused() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            server.pause();
            assertThatThrownBy(() -> ask(server, "PING", Duration.ofMillis(500)))
                    .isInstanceOf(SocketTimeoutException.class);
            assertThat(server.isRunning()).isTrue();
            server.resume();
            assertThat(ask(server, "PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void endsEvenIfPaused() {
        try (RedisServer server = RedisServer.start()) {
            server.pause();
            server.terminate();
            assertThat(server.isRunning()).isFalse();
            server.restart();
            server.pause();
            server.kill();
            assertThat(server.isRunning()).isFalse();
            assertThatThrownBy(server::pause).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void replicatesFromAnother() throws Exception {
        try (RedisServer master = RedisServer.start();
                RedisServer replica = RedisServer.builder()
                        .config("replicaof 127.0.0.1 " + master.port())
                        .start()) {
            ask(master, "SET order 1");
            await().atMost(LONG)
                    .untilAsserted(
                            () -> assertThat(ask(replica, "EXISTS order")).isEqualTo(":1"));
        }
    }

    @Test
    void runsAsAClusterNode() throws Exception {
        try (RedisServer node =
                RedisServer.builder().config("cluster-enabled yes").start()) {
            assertThat(ask(node, "CLUSTER KEYSLOT order")).startsWith(":");
        }
    }

    @Test
    void runsAsASentinel() throws Exception {
        try (RedisServer master = RedisServer.start();
                RedisServer sentinel = RedisServer.builder()
                        .sentinel()
                        .config("sentinel monitor main 127.0.0.1 " + master.port() + " 1")
                        .start()) {
            assertThat(ask(sentinel, "SENTINEL ckquorum main")).startsWith("+OK 1 usable");
        }
    }

    @Test
    void isReadyThoughItWantsAPassword() throws Exception {
        try (RedisServer server =
                RedisServer.builder().config("requirepass secret").start()) {
            assertThat(ask(server, "PING")).startsWith("-NOAUTH");
        }
    }

    @Test
    void quotesTheLogIfItDoesNotStart() {
        assertThatThrownBy(() ->
                        RedisServer.builder().config("no-such-directive yes").start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no-such-directive");
    }

    @Test
    void theBundledOneIsTheOldestSupported() throws Exception {
        try (RedisServer server = RedisServer.builder().bundled().start()) {
            assertThat(server.version()).startsWith("6.2.");
            assertThat(ask(server, "PING")).isEqualTo("+PONG");
        }
    }

    @Test
    @DisabledIfEnvironmentVariable(
            named = RedisServer.IMAGE_VARIABLE,
            matches = ".+",
            disabledReason = "Testcontainers removes containers later")
    void diesWithAKilledJvm(@TempDir Path temporary) throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Owner.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        ProcessHandle server =
                ProcessHandle.of(Long.parseLong(jvm.inputReader().readLine())).orElseThrow();
        try {
            assertThat(server.isAlive()).isTrue();
            jvm.destroyForcibly().waitFor();
            await().atMost(LONG).until(() -> !server.isAlive());
        } finally {
            server.destroyForcibly();
        }
    }

    /** An application that starts a paused server, which can notice nothing itself, and is then killed. */
    static final class Owner {

        private Owner() {}

        public static void main(String[] args) throws IOException {
            int port = FreePort.next();
            RedisProcess server = RedisProcess.start(
                    RedisBinary.locate(false), port, "port %d\nsave \"\"\n".formatted(port), List.of());
            server.pause();
            System.out.println(server.pid());
            System.out.flush();
            int unused = System.in.read();
        }
    }

    /** One inline command on a connection of its own; the first line of the answer. */
    private static String ask(RedisServer server, String command) throws IOException {
        return ask(server, command, LONG);
    }

    private static String ask(RedisServer server, String command, Duration timeout) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout((int) timeout.toMillis());
            socket.getOutputStream().write((command + "\r\n").getBytes(UTF_8));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
        }
    }
}
