package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Requests that are too large, too deep, too slow or no JSON. */
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class HostileRequestsTest {

    private static final String PATH = "/delay-queue/v1/topics/t/messages";

    private static RedisServer redis;
    private static ApiServer server;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        server = ApiServer.start(redis, Impatient.class, "hostile");
    }

    @AfterAll
    static void stop() {
        server.close();
        redis.close();
    }

    /** A body may take 2 s, not 30. */
    @Configuration(proxyBeanMethods = false)
    static class Impatient extends ApiServer.Plain {

        @Bean
        static Arrivals arrivals(ApiTimer timer) {
            return new Arrivals(timer, Duration.ofSeconds(2));
        }
    }

    private static Socket begun(String headers) throws IOException {
        Socket socket = new Socket("localhost", server.port());
        write(
                socket,
                "POST " + PATH
                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer "
                        + ApiServer.ALL + "\r\n" + headers + "\r\n");
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        OutputStream output = socket.getOutputStream();
        output.write(text.getBytes(StandardCharsets.US_ASCII));
        output.flush();
    }

    /** What the server has written when it closes the connection or when there is a whole problem. */
    private static String answer(Socket socket) throws IOException {
        InputStream input = socket.getInputStream();
        StringBuilder all = new StringBuilder();
        for (int next = input.read(); next >= 0; next = input.read()) {
            all.append((char) next);
            if (all.indexOf("\"detail\"") > 0 && next == '}') {
                break;
            }
        }
        return all.toString();
    }

    @Test
    void twentyMegabytesAreRefusedBeforeTheyArrive() throws IOException {
        try (Socket socket = begun("Content-Length: 20971520\r\n")) {
            assertThat(answer(socket))
                    .startsWith("HTTP/1.1 413")
                    .contains("urn:delay-queue:too-large", "Connection: close");
        }
    }

    @Test
    void whatDoesNotSayItsSizeIsCounted() throws IOException {
        String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
        try (Socket socket = begun("Transfer-Encoding: chunked\r\n")) {
            for (int i = 0; i < 17; i++) {
                write(socket, chunk);
            }
            assertThat(answer(socket)).startsWith("HTTP/1.1 413").contains("urn:delay-queue:too-large");
        }
    }

    /** The client broke a rule: it is not told that the server failed, and nobody has to look at a log. */
    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n", "2\r\n{}x", "2\r\n{}\r\nzz\r\n", "-1\r\n{}\r\n", "fffffffff\r\n{"})
    void malformedChunksAreTheFaultOfTheClient(String chunks, CapturedOutput output) throws IOException {
        try (Socket socket = begun("Transfer-Encoding: chunked\r\n")) {
            write(socket, chunks);

            assertThat(answer(socket)).startsWith("HTTP/1.1 400").contains("urn:delay-queue:invalid-request");
        }
        assertThat(output.getAll()).doesNotContain("ERROR", "Exception");
    }

    /** As a client that has crashed, of which the system closes the connection. */
    @ParameterizedTest
    @CsvSource({"Content-Length: 100, {", "Transfer-Encoding: chunked, 5", "Transfer-Encoding: chunked, ''"})
    void soAreRequestsThatEndBeforeTheirEnd(String header, String part, CapturedOutput output) throws IOException {
        try (Socket socket = begun(header + "\r\n")) {
            write(socket, part);
            socket.shutdownOutput();

            assertThat(answer(socket)).startsWith("HTTP/1.1 400").contains("urn:delay-queue:invalid-request");
        }
        assertThat(output.getAll()).doesNotContain("ERROR", "Exception");
    }

    @Test
    void aChunkThatEndsInItsMiddleToo() throws IOException {
        try (Socket socket = begun("Transfer-Encoding: chunked\r\n")) {
            write(socket, "10\r\n{\"body\"");
            socket.shutdownOutput();

            assertThat(answer(socket)).startsWith("HTTP/1.1 400").contains("urn:delay-queue:invalid-request");
        }
    }

    @Test
    void aBodyThatArrivesTooSlowlyIsNotWaitedFor() throws IOException {
        try (Socket socket = begun("Content-Length: 1000000\r\n")) {
            Thread sender = new Thread(() -> trickle(socket), "trickle");
            sender.setDaemon(true);
            sender.start();

            assertThat(answer(socket)).startsWith("HTTP/1.1 408").contains("urn:delay-queue:too-slow");
        }
    }

    /** A byte at a time, each as soon as the one before is on its way a while. */
    private static void trickle(Socket socket) {
        try {
            while (!socket.isClosed()) {
                write(socket, " ");
                LockSupport.parkNanos(100_000_000);
            }
        } catch (IOException e) {
            // The server has hung up, as it should.
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {101, 10_000, 400_000})
    void jsonThatIsTooDeepIsRefused(int depth) {
        String body = "[".repeat(depth) + "]".repeat(depth);

        Api.Reply reply = server.api().post("/topics/t/messages", "{\"delayMs\":1,\"body\":" + body + "}");

        assertThat(reply.expect(400).at("detail").toString()).contains("deeper than 100");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "nonsense"
            })
    void onlyJsonIsRead(String type) {
        HttpRequest request = server.api()
                .request("/topics/t/messages")
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString("{\"body\":1,\"delayMs\":3600000}"))
                .build();

        assertThat(Api.send(request).expect(415).at("type")).isEqualTo("urn:delay-queue:not-json");
        assertThat(server.queue().counts("t").due()).isZero();
    }

    /** Filters of Spring throw for these, without asking for a token. */
    @ParameterizedTest
    @ValueSource(strings = {"*/*", "*", "application/*", "application/*+json", "image/*;x=*"})
    void aRangeOfTypesIsTheFaultOfTheClient(String type, CapturedOutput output) {
        for (String method : List.of("POST", "PATCH", "DELETE", "GET")) {
            HttpRequest request = HttpRequest.newBuilder(
                            server.api().request("/topics/t/messages").build().uri())
                    .header("Content-Type", type)
                    .method(method, HttpRequest.BodyPublishers.noBody())
                    .build();

            assertThat(Api.send(request).expect(415).at("type")).isEqualTo("urn:delay-queue:not-json");
        }
        assertThat(output).doesNotContain("Exception");
    }

    @Test
    void aBodyThatIsNotInUtf8IsRefused() {
        HttpRequest request = server.api()
                .request("/topics/t/messages")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(
                        "{\"body\":\"é\",\"delayMs\":1}".getBytes(StandardCharsets.ISO_8859_1)))
                .build();

        Api.send(request).expect(400);
    }

    @Test
    void aClientIsHeldToItsRate() {
        try (ApiServer own = ApiServer.start(redis, "delay.redisson.http.limits.requests-per-second=1")) {
            Api api = own.api();
            int refused = 0;
            for (int i = 0; i < 200 && refused == 0; i++) {
                refused += api.get("/openapi.yaml").status() == 429 ? 1 : 0;
            }
            assertThat(refused).isOne();
        }
    }
}
