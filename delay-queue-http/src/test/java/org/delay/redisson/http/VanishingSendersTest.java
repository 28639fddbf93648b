package org.delay.redisson.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.catalina.core.StandardContext;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Clients that go on sending while they are refused, and then are gone. The container must learn of the end of each request: it waits
 * for the others when it stops.
 */
@Timeout(300)
class VanishingSendersTest {

    private static final int CLIENTS = 60;
    private static final Duration LONGEST = Duration.ofMillis(200);

    /** Tomcat itself hangs up on silent clients after 60 s. */
    private static final int SOONER_THAN_TOMCAT = 30;

    private static final long PAUSE_NANOS = 500_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private RedisServer redis;
    private ApiServer server;

    /** How long a client goes on sending. One that sends nothing waits for what the server does. */
    private enum Until {
        BEGUN,
        ABOUT_REFUSED,
        ANSWERED,
        HUNG_UP
    }

    /** A body may take 200 ms, not 30 s. */
    @Configuration(proxyBeanMethods = false)
    static class Impatient extends ApiServer.Plain {

        @Bean
        static Arrivals arrivals(ApiTimer timer) {
            return new Arrivals(timer, LONGEST);
        }
    }

    @BeforeEach
    void start() {
        redis = RedisServer.start();
        server = ApiServer.start(redis, Impatient.class, "vanishing");
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        server.close();
        redis.close();
    }

    /** @param stopping whether they are refused because the application stops, or because they take too long */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theirRequestsEnd(boolean stopping) throws Exception {
        List<Future<Boolean>> clients = IntStream.range(0, CLIENTS)
                .mapToObj(i -> threads.submit(() -> isAnswered(Until.values()[i % Until.values().length])))
                .toList();
        await().until(() -> inProgress() > 0);
        if (stopping) {
            server.bean(Arrivals.class).stop();
        }

        int answered = 0;
        for (Future<Boolean> client : clients) {
            answered += client.get(SOONER_THAN_TOMCAT, TimeUnit.SECONDS) ? 1 : 0;
        }
        assertThat(answered).isPositive();
        await().until(() -> inProgress() == 0);
    }

    private boolean isAnswered(Until until) {
        boolean isAnswered = false;
        try (Socket socket = new Socket("localhost", server.port())) {
            OutputStream output = socket.getOutputStream();
            output.write(("POST /delay-queue/v1/topics/t/messages HTTP/1.1\r\nHost: localhost\r\n"
                            + "Content-Type: application/json\r\nContent-Length: 1000000\r\nAuthorization: Bearer "
                            + ApiServer.ALL + "\r\n\r\n")
                    .getBytes(US_ASCII));
            if (until == Until.BEGUN) {
                return socket.getInputStream().readAllBytes().length > 0;
            }
            long refused = System.nanoTime() + LONGEST.toNanos();
            while (!(until == Until.ABOUT_REFUSED && System.nanoTime() - refused >= 0)
                    && !(until == Until.ANSWERED && isAnswered)) {
                output.write(' ');
                isAnswered |= socket.getInputStream().available() > 0;
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            return isAnswered;
        } catch (IOException e) {
            // The server has hung up.
            return isAnswered;
        }
    }

    private long inProgress() {
        var tomcat = (TomcatWebServer) ((ServletWebServerApplicationContext) server.context()).getWebServer();
        return ((StandardContext) tomcat.getTomcat().getHost().findChildren()[0]).getInProgressAsyncCount();
    }
}
