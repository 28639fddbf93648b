package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.catalina.core.StandardContext;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/** More clients than the server has threads send their requests slowly: others go on, and slow ones are served too. */
@Timeout(120)
class SlowSendersTest {

    private static final int THREADS = 12;
    private static final int SENDERS = 3 * THREADS;
    private static final String LENGTH = "Content-Length: 500000\r\n";
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";

    private static RedisServer redis;
    private static ApiServer server;

    private final List<Socket> sockets = new ArrayList<>();

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        server = ApiServer.start(
                redis, "server.tomcat.threads.max=" + THREADS, "server.tomcat.threads.min-spare=" + THREADS);
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
    }

    private void begin(String token, String headers, String part) throws IOException {
        begin("POST", "application/json", token, headers, part);
    }

    private void begin(String method, String type, String token, String headers, String part) throws IOException {
        String query = method.equals("POST") ? "" : "?id=1";
        for (int i = 0; i < SENDERS; i++) {
            Socket socket = new Socket("localhost", server.port());
            sockets.add(socket);
            write(
                    socket,
                    method + " /delay-queue/v1/topics/slow/messages" + query + " HTTP/1.1\r\nHost: localhost\r\n"
                            + "Content-Type: " + type + "\r\nAuthorization: Bearer " + token + "\r\n" + headers
                            + "\r\n" + part);
        }
    }

    private static void write(Socket socket, String text) throws IOException {
        OutputStream output = socket.getOutputStream();
        output.write(text.getBytes(StandardCharsets.US_ASCII));
        output.flush();
    }

    private static String statusLine(Socket socket) throws IOException {
        InputStream input = socket.getInputStream();
        StringBuilder line = new StringBuilder();
        for (int next = input.read(); next >= 0 && next != '\r'; next = input.read()) {
            line.append((char) next);
        }
        return line.toString();
    }

    /** A byte on each connection now and then, until the test closes them. */
    private void trickle(String more) {
        List<Socket> all = List.copyOf(sockets);
        Thread thread = new Thread(
                () -> {
                    while (all.stream().anyMatch(socket -> !socket.isClosed())) {
                        for (Socket socket : all) {
                            try {
                                write(socket, more);
                            } catch (IOException e) {
                                // The server has hung up.
                            }
                        }
                        LockSupport.parkNanos(200_000_000);
                    }
                },
                "trickle");
        thread.setDaemon(true);
        thread.start();
    }

    private static void othersGoOn() {
        server.api()
                .post("/topics/t/messages", "{\"body\":1,\"delayMs\":3600000}")
                .expect(201);
    }

    @Test
    void whoHasNoTokenHoldsNoThread() throws IOException {
        begin("none", LENGTH, " ");
        trickle(" ");
        for (Socket socket : sockets) {
            assertThat(statusLine(socket)).startsWith("HTTP/1.1 401");
        }
        othersGoOn();
    }

    /** A client whose connection ends without that word loses its next request. */
    @Test
    void whoIsRefusedBeforeTheBodyArrivesIsToldThatTheConnectionEnds() throws IOException {
        begin("none", "Content-Length: 4\r\n", "{");
        for (Socket socket : sockets) {
            assertThat(head(socket)).startsWith("HTTP/1.1 401").contains("Connection: close\r\n");
        }
    }

    @Test
    void whoIsServedKeepsTheConnection() throws IOException {
        begin(ApiServer.ALL, "Content-Length: 27\r\n", "{\"body\":1,\"delayMs\":360000}");
        for (Socket socket : sockets) {
            assertThat(head(socket)).startsWith("HTTP/1.1 201").doesNotContain("Connection: close");
        }
    }

    /** Answers that nobody reads would fill the connection, and hold the thread that writes the next one. */
    @Test
    void whoHasNoTokenGetsOneAnswerOnly() throws IOException {
        begin("none", "Content-Length: 2\r\n", "{}GET /delay-queue/v1/topics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        for (Socket socket : sockets) {
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(all.split("HTTP/1.1 401", -1)).hasSize(2);
        }
    }

    private static String head(Socket socket) throws IOException {
        InputStream input = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = input.read();
            assertThat(next).as(head.toString()).isNotNegative();
            head.append((char) next);
        }
        return head.toString();
    }

    @Test
    void whoHasNoTokenHoldsNoThreadByChunks() throws IOException {
        begin("none", CHUNKED, "1\r\n \r\n");
        trickle("1\r\n \r\n");
        for (Socket socket : sockets) {
            assertThat(statusLine(socket)).startsWith("HTTP/1.1 401");
        }
        othersGoOn();
    }

    /** Spring and Tomcat read forms before anybody is asked for a token. */
    @ParameterizedTest
    @CsvSource({
        "POST,   multipart/form-data; boundary=x",
        "POST,   application/x-www-form-urlencoded",
        "PATCH,  application/x-www-form-urlencoded",
        "DELETE, application/x-www-form-urlencoded"
    })
    void whoSendsAFormHoldsNoThread(String method, String type) throws IOException {
        begin(method, type, "none", LENGTH, "a");
        trickle("a");
        for (Socket socket : sockets) {
            assertThat(statusLine(socket)).startsWith("HTTP/1.1 415");
        }
        othersGoOn();
    }

    @Test
    void allAreServedWhenTheirRequestsHaveArrived() throws IOException {
        String json = "{\"body\":\"" + "x".repeat(50_000) + "\",\"delayMs\":3600000}";
        begin(ApiServer.ALL, "Content-Length: " + json.length() + "\r\n", json.substring(0, 20_000));
        othersGoOn();
        for (Socket socket : sockets) {
            write(socket, json.substring(20_000));
        }
        for (Socket socket : sockets) {
            assertThat(statusLine(socket)).startsWith("HTTP/1.1 201");
        }
    }

    @Test
    void soAreChunks() throws IOException {
        begin(ApiServer.ALL, CHUNKED, "8\r\n{\"body\":\r\n");
        othersGoOn();
        for (Socket socket : sockets) {
            write(socket, "11\r\n1,\"delayMs\":36000\r\n1\r\n}\r\n0\r\n\r\n");
        }
        for (Socket socket : sockets) {
            assertThat(statusLine(socket)).startsWith("HTTP/1.1 201");
        }
    }

    /** Nothing is left of those that broke off, and a connection can be used again after a late request. */
    @Test
    void whoBreaksOffLeavesNothing() throws IOException {
        begin(ApiServer.ALL, LENGTH, "{");
        close();
        othersGoOn();
        sockets.clear();
        begin(ApiServer.ALL, "Content-Length: 26\r\n", "{");
        for (Socket socket : sockets) {
            write(socket, "\"body\":1,\"delayMs\":36000}");
            assertThat(statusLine(socket)).startsWith("HTTP/1.1 201");
            write(socket, "GET /delay-queue/v1/topics HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(skipTo(socket, "HTTP/1.1 401")).isTrue();
        }
    }

    private static boolean skipTo(Socket socket, String text) throws IOException {
        InputStream input = socket.getInputStream();
        StringBuilder all = new StringBuilder();
        while (all.indexOf(text) < 0) {
            int next = input.read();
            if (next < 0) {
                return false;
            }
            all.append((char) next);
        }
        return true;
    }

    /** Tomcat waits for requests that have not ended, before it stops. */
    @Test
    void whoIsRefusedLaterLeavesNothing() throws IOException {
        begin(ApiServer.ALL, CHUNKED, "8\r\n{\"body\":\r\n");
        String more = "100000\r\n" + " ".repeat(1 << 20) + "\r\n";
        for (Socket socket : sockets) {
            write(socket, more);
            assertThat(statusLine(socket)).startsWith("HTTP/1.1 413");
        }
        await().untilAsserted(() -> assertThat(underWay()).isZero());
    }

    private static long underWay() {
        TomcatWebServer tomcat = (TomcatWebServer) ((WebServerApplicationContext) server.context()).getWebServer();
        return ((StandardContext) tomcat.getTomcat().getHost().findChildren()[0]).getInProgressAsyncCount();
    }

    @Test
    void theApplicationStopsThoughRequestsAreArriving() throws IOException {
        try (ApiServer own = ApiServer.start(redis)) {
            Socket socket = new Socket("localhost", own.port());
            sockets.add(socket);
            write(
                    socket,
                    "POST /delay-queue/v1/topics/slow/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type:"
                            + " application/json\r\nAuthorization: Bearer " + ApiServer.ALL + "\r\n" + LENGTH
                            + "\r\n{");
            own.api().get("/topics").expect(200);
            own.close();
            assertThat(statusLine(socket)).startsWith("HTTP/1.1 503");
        }
    }
}
