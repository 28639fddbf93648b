package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many clients that wait cost neither threads nor calls, and are answered when the application stops. {@code -Dclients=2000} has more. */
@Timeout(300)
class ParkedClientsTest {

    private static final int CLIENTS = Integer.getInteger("clients", 300);
    private static final Duration QUIET = Duration.ofSeconds(5);

    @Test
    void waitingCostsNothingAndEndsWithTheApplication() throws IOException {
        List<Socket> clients = new ArrayList<>();
        try (RedisServer redis = RedisServer.start()) {
            ApiServer server = ApiServer.start(redis);
            try (server) {
                int threads = Thread.activeCount();
                for (int i = 0; i < CLIENTS; i++) {
                    clients.add(parked(server.port(), "topic-" + i % 50));
                }
                Waiters waiters = server.bean(Waiters.class);
                await().until(() -> waiters.count() == CLIENTS);

                long before = commands(redis);
                long start = System.nanoTime();
                await().during(QUIET).until(() -> waiters.count() == CLIENTS);
                double seconds = (System.nanoTime() - start) / 1e9;
                long commands = commands(redis) - before;

                System.out.printf(
                        "%d clients wait: %d threads more, %.1f Redis commands/s%n",
                        CLIENTS, Thread.activeCount() - threads, commands / seconds);
                assertThat(commands).isLessThan(CLIENTS);
                start = System.nanoTime();
                server.close();
                System.out.printf("The application stopped within %d ms%n", (System.nanoTime() - start) / 1_000_000);
            }
            for (Socket client : clients) {
                assertThat(answer(client)).startsWith("HTTP/1.1 200").contains("Connection: close", "\"messages\":[]");
            }
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    private static Socket parked(int port, String topic) throws IOException {
        Socket socket = new Socket("localhost", port);
        String body = "{\"topics\":[\"" + topic + "\"]}";
        write(
                socket,
                "POST /delay-queue/v1/receive HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer "
                        + ApiServer.ALL + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        OutputStream output = socket.getOutputStream();
        output.write(text.getBytes(StandardCharsets.US_ASCII));
        output.flush();
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    private static long commands(RedisServer redis) throws IOException {
        try (Socket socket = new Socket("localhost", redis.port())) {
            write(socket, "INFO stats\r\n");
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String name = "total_commands_processed:";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(name)) {
                    return Long.parseLong(line.substring(name.length()));
                }
            }
            throw new IllegalStateException("Redis does not say how many commands it has processed");
        }
    }
}
