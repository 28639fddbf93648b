package org.delay.redisson.network;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.delay.redisson.network.Proxy.Way;
import org.delay.redisson.system.RedisCommand;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each fault is what it says, as a plain socket sees it. */
@Timeout(300)
class ProxyTest {

    private static final String INCREMENT = "INCR counter\r\n";

    /** What is swallowed does not come in this time, nor ever; what comes is waited for without it. */
    private static final int SILENCE_MS = 200;

    private static RedisServer redis;

    private Proxy proxy;
    private Socket socket;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void open() throws IOException {
        RedisCommand.run(redis, "DEL counter");
        proxy = Proxy.to(redis);
        socket = connect();
        say(socket, INCREMENT);
        assertThat(answer(socket)).isEqualTo(":1");
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        proxy.close();
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    }

    private static void say(Socket socket, String command) throws IOException {
        socket.getOutputStream().write(command.getBytes(US_ASCII));
    }

    /** A line; empty at the end of the connection. */
    private static String answer(Socket socket) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = socket.getInputStream().read();
                next >= 0 && next != '\n';
                next = socket.getInputStream().read()) {
            line.append((char) next);
        }
        return line.toString().strip();
    }

    private static void assertSilent(Socket socket) throws IOException {
        socket.setSoTimeout(SILENCE_MS);
        assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        socket.setSoTimeout(0);
    }

    private static void awaitCounter(int value) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> RedisCommand.run(redis, "GET counter").equals(Integer.toString(value)));
    }

    @Test
    void aCutEndsWhatIsThereAndNothingElse() throws IOException {
        proxy.cut();

        assertThat(answer(socket)).isEmpty();
        try (Socket next = connect()) {
            say(next, INCREMENT);
            assertThat(answer(next)).isEqualTo(":2");
        }
    }

    @Test
    void anAnswerThatIsLostWasGiven() throws IOException {
        proxy.loseAnswers();
        say(socket, INCREMENT);

        awaitCounter(2);
        assertSilent(socket);
        proxy.passOn();
        assertThat(answer(socket)).as("the connection has ended").isEmpty();
    }

    @Test
    void whatIsSwallowedOnItsWayToTheServerIsNeverDone() throws IOException {
        proxy.lose(Way.ASKED);
        try (Socket next = connect()) {
            say(socket, INCREMENT);
            say(next, INCREMENT);
            assertSilent(socket);
            assertSilent(next);
        }
        proxy.passOn();

        assertThat(answer(socket)).isEmpty();
        assertThat(RedisCommand.run(redis, "GET counter")).isEqualTo("1");
    }

    @Test
    void aConnectionThatIsForgottenStaysSilentAndNewOnesWork() throws IOException {
        proxy.forgetConnections(Way.ASKED, Way.ANSWERED);
        say(socket, INCREMENT);
        try (Socket next = connect()) {
            say(next, INCREMENT);
            assertThat(answer(next)).isEqualTo(":2");
        }
        proxy.passOn();

        assertSilent(socket);
        assertThat(RedisCommand.run(redis, "GET counter")).isEqualTo("2");
    }

    @Test
    void anAnswerThatIsHeldComesLate() throws IOException {
        proxy.holdAnswers();
        say(socket, INCREMENT);
        awaitCounter(2);
        assertSilent(socket);

        proxy.passOn();

        assertThat(answer(socket)).isEqualTo(":2");
    }

    @Test
    void aRequestThatIsHeldBackComesLate() throws IOException {
        proxy.holdBack();
        say(socket, INCREMENT);
        assertSilent(socket);
        try (Socket later = connect()) {
            say(later, INCREMENT);
            assertThat(answer(later)).isEqualTo(":2");
        }

        proxy.passOn();

        assertThat(answer(socket)).isEqualTo(":3");
    }

    @Test
    void aSlowNetworkTakesItsTimeBothWays() throws IOException {
        proxy.slow(Duration.ofMillis(50), 100_000);
        long began = System.nanoTime();

        say(socket, "ECHO " + "x".repeat(10_000) + "\r\n");
        assertThat(answer(socket)).isEqualTo("$10000");
        assertThat(answer(socket)).hasSize(10_000);

        // Twice 10,000 bytes, and ten pieces or more each way.
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(1_100));
    }
}
