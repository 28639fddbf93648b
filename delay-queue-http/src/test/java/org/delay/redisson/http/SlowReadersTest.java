package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * More clients than the server has threads ask for answers and don't read them: others go on, and slow ones get all of theirs.
 * {@code -Dreaders=1000} has more.
 */
@Timeout(120)
class SlowReadersTest {

    private static final int THREADS = 12;
    private static final int READERS = Integer.getInteger("readers", 3 * THREADS);

    /** Together, their answers are more than a connection takes. */
    private static final int REQUESTS = 400;

    /** Tomcat's default for a connection that takes nothing. */
    private static final Duration HELD = Duration.ofSeconds(60);

    private static final int SMALL_BUFFER = 4096;
    private static final int SLOW = 4;
    private static final int SLOW_REQUESTS = 100;

    private static RedisServer redis;
    private static ApiServer server;

    private final List<Socket> sockets = new ArrayList<>();
    private final ExecutorService slow = Executors.newFixedThreadPool(SLOW);

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        server = ApiServer.start(
                redis, "server.tomcat.threads.max=" + THREADS, "server.tomcat.max-keep-alive-requests=-1");
    }

    @AfterAll
    static void stop() {
        server.close();
        redis.close();
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        slow.shutdownNow();
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(SMALL_BUFFER);
        socket.connect(new InetSocketAddress("localhost", server.port()));
        sockets.add(socket);
        return socket;
    }

    private static String head(String request) {
        return request + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + ApiServer.ALL + "\r\n";
    }

    private static String document() {
        return head("GET /delay-queue/v1/openapi.yaml") + "\r\n";
    }

    private static void write(Socket socket, String text) throws IOException {
        OutputStream output = socket.getOutputStream();
        output.write(text.getBytes(StandardCharsets.US_ASCII));
        output.flush();
    }

    /** Clients that ask and never read. */
    private void stall() throws IOException {
        for (int i = 0; i < READERS; i++) {
            write(connected(), document().repeat(REQUESTS));
        }
        for (Socket socket : sockets) {
            await().until(() -> socket.getInputStream().available() > 0);
        }
    }

    private static void othersGoOn() {
        for (int i = 0; i < 20; i++) {
            long start = System.nanoTime();
            Api api = server.api();
            api.post("/topics/others/messages", "{\"body\":1,\"delayMs\":0}").expect(201);
            api.post("/receive", "{\"topics\":[\"others\"]}").expect(200);
            api.get("/topics").expect(200);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(HELD.dividedBy(2));
        }
    }

    @Test
    void whoNeverReadsHoldsNoThread() throws IOException {
        stall();
        othersGoOn();
    }

    @Test
    void whoReadsSlowlyGetsAllOfIt() throws Exception {
        List<Future<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < SLOW; i++) {
            Socket socket = connected();
            write(socket, document().repeat(SLOW_REQUESTS));
            Callable<Integer> reading = () -> readSlowly(socket);
            answers.add(slow.submit(reading));
        }
        stall();
        othersGoOn();
        for (Future<Integer> answer : answers) {
            assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(SLOW_REQUESTS);
        }
    }

    /** Returns how many whole documents came. */
    private static int readSlowly(Socket socket) throws IOException {
        String end = document("/openapi.yaml");
        StringBuilder all = new StringBuilder();
        byte[] bytes = new byte[8192];
        socket.setSoTimeout(30_000);
        InputStream input = socket.getInputStream();
        int found = 0;
        while (found < SLOW_REQUESTS) {
            int read = input.read(bytes);
            if (read < 0) {
                return found;
            }
            all.append(new String(bytes, 0, read, StandardCharsets.ISO_8859_1));
            for (int at = all.indexOf(end); at >= 0; at = all.indexOf(end)) {
                found++;
                all.delete(0, at + end.length());
            }
            LockSupport.parkNanos(2_000_000);
        }
        return found;
    }

    private static String document(String path) {
        String text = server.api().get(path).expect(200).body();
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** Messages for a client that goes without reading them are not kept until their lease ends. */
    @Test
    void whatAClientDidNotReadIsDueAgainWhenItIsGone() throws IOException {
        // In JSON, each of these characters takes six: the answer is more than a connection takes.
        String message = Api.json(Map.of("body", "\u0001".repeat(150_000), "delayMs", 0));
        for (int i = 0; i < 10; i++) {
            server.api().post("/topics/gone/messages", message).expect(201);
        }
        String wanted = "{\"topics\":[\"gone\"],\"max\":10,\"leaseMs\":600000}";
        Socket socket = connected();
        write(
                socket,
                head("POST /delay-queue/v1/receive") + "Content-Type: application/json\r\nContent-Length: "
                        + wanted.length() + "\r\n\r\n" + wanted);
        await().until(() -> server.bean(Departures.class).bytes() > 0);
        assertThat(server.queue().counts("gone").leased()).isEqualTo(10);

        // What was not read makes this a reset.
        socket.close();

        await().until(() -> server.queue().counts("gone").leased() == 0);
        assertThat(server.bean(Departures.class).bytes()).isZero();
    }
}
