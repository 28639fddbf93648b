package org.delay.redisson.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.delay.redisson.tck.server.RedisServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server in its profile with pages for people, who log in by a form. */
@Timeout(60)
class DashboardProfileTest {

    private static final int THREADS = 24;

    private static RedisServer redis;
    private static ServerInJvm server;

    private final List<Socket> sockets = new ArrayList<>();

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        server = ServerInJvm.start(
                redis.port(),
                "spring.profiles.active=dashboard",
                "spring.security.user.password=open-sesame",
                "server.tomcat.threads.max=" + THREADS);
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

    @Test
    void theDashboardHasALoginAndEverythingElseStaysClosed() throws Exception {
        assertThat(server.get("/delay-queue/").headers().firstValue("Location"))
                .hasValueSatisfying(location -> assertThat(location).endsWith("/login"));
        assertThat(server.get("/delay-queue/api/overview").statusCode()).isEqualTo(401);
        assertThat(server.get("/actuator/env").statusCode()).isEqualTo(403);
        assertThat(server.get("/delay-queue/v1/topics").statusCode()).isEqualTo(401);
        server.send("shown", "1", 60_000);

        assertThat(sessionAfterLogin()).contains("\"user\":\"operator\"", "\"mayOperate\":true");
    }

    private static String sessionAfterLogin() throws Exception {
        HttpClient browser =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
        String form = ask(browser, "/login", null);
        Matcher csrf = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"").matcher(form);
        assertThat(csrf.find()).isTrue();
        ask(
                browser,
                "/login",
                "username=operator&password=open-sesame&_csrf="
                        + URLEncoder.encode(csrf.group(1), StandardCharsets.UTF_8));
        return ask(browser, "/delay-queue/api/session", null);
    }

    private static String ask(HttpClient browser, String path, @Nullable String form) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
        if (form != null) {
            request.header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString(form));
        }
        return browser.send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** More of them than the server has threads: clients of the API and people who log in go on. */
    @ParameterizedTest
    @ValueSource(strings = {"/login", "/logout", "/delay-queue/api/pause", "/actuator/health", "/nowhere"})
    void whoSendsSlowlyHoldsFewThreads(String path) throws Exception {
        for (int i = 0; i < 2 * THREADS; i++) {
            sockets.add(begin("POST " + path, "application/x-www-form-urlencoded", 1_000));
            sockets.add(begin("PUT " + path, "multipart/form-data; boundary=x", 1_000));
        }

        server.send("shown", "2", 60_000);
        // A login whose body comes late is 503 meanwhile, and tried again.
        await().atMost(Duration.ofMinutes(1))
                .ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(() -> assertThat(sessionAfterLogin()).contains("\"user\":\"operator\""));
    }

    @Test
    void aFormThatArrivesInPartsIsRead() throws Exception {
        Socket socket = begin("POST /login", "application/x-www-form-urlencoded", 3);
        socket.getOutputStream().write("=b".getBytes(StandardCharsets.US_ASCII));

        InputStream input = socket.getInputStream();
        assertThat(new String(input.readNBytes(12), StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 403");
        socket.close();
    }

    /** A request of which the first byte of the body is sent. */
    private static Socket begin(String methodAndPath, String type, int length) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.getOutputStream()
                .write((methodAndPath + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type + "\r\nContent-Length: "
                                + length + "\r\n\r\na")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
