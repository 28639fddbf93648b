package org.delay.redisson.tck.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;

/** Tells when a server that was just started takes commands; its port is open before that. */
final class RedisPing {

    static final Duration TIMEOUT = Duration.ofSeconds(90);

    private static final Duration INTERVAL = Duration.ofMillis(5);
    private static final int ANSWER_TIMEOUT_MS = 1_000;

    private RedisPing() {}

    /** Whether the server answers before it ends and before the time is up. */
    static boolean awaitAnswer(int port, BooleanSupplier running) {
        try {
            Awaitility.await()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(INTERVAL)
                    .atMost(TIMEOUT)
                    .failFast(() -> !running.getAsBoolean())
                    .until(() -> answers(port));
            return true;
        } catch (ConditionTimeoutException | TerminalFailureException e) {
            return false;
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), ANSWER_TIMEOUT_MS);
            socket.setSoTimeout(ANSWER_TIMEOUT_MS);
            socket.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
            String answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine();
            // One that wants a password is ready too; one that says LOADING is not.
            return answer != null && (answer.startsWith("+PONG") || answer.startsWith("-NOAUTH"));
        } catch (IOException notYet) {
            return false;
        }
    }
}
