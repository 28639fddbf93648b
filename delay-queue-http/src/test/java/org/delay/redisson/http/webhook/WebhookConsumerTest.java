package org.delay.redisson.http.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.core5.ssl.SSLContexts;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.http.webhook.DelayQueueWebhookProperties.Target;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is posted, and what each kind of answer means for the messages. */
@Timeout(120)
class WebhookConsumerTest {

    private static final String SECRET =
            "whsec_" + Base64.getEncoder().encodeToString("a secret of thirty-two bytes ...".getBytes(UTF_8));
    private static final Duration LONG = Duration.ofSeconds(60);

    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Receiver receiver = new Receiver();
    private final Deque<AutoCloseable> open = new ArrayDeque<>(List.of(receiver));

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private WebhookConsumer consumer(String url) {
        return consumer(url, Duration.ofSeconds(30), SystemDefaultDnsResolver.INSTANCE, List.of("127.0.0.0/8"));
    }

    private WebhookConsumer consumer(String url, Duration timeout, DnsResolver resolver, List<String> networks) {
        return consumer(
                url,
                timeout,
                new PublicDnsResolver(resolver, new PublicAddresses(networks)),
                SSLContexts.createDefault());
    }

    private WebhookConsumer consumer(String url, Duration timeout, DnsResolver resolver, SSLContext ssl) {
        WebhookClient client = new WebhookClient(resolver, ssl, timeout, System::nanoTime);
        open.addFirst(client);
        WebhookTarget target = new WebhookTarget(
                "order-*", new Target(url, List.of(SECRET)), true, new MicrometerWebhookMeters(registry), nanos::get);
        return new WebhookConsumer(new Topics<>(Map.of("order-*", target)), client, timeout, queue, System::nanoTime);
    }

    private static DelayedMessage message(String id, String body) {
        return new DelayedMessage(
                "order-paid",
                id,
                body,
                "key",
                Map.of("x", "y"),
                Instant.parse("2026-01-02T03:04:05Z"),
                0,
                3,
                Instant.parse("2026-01-02T03:04:06.789Z"));
    }

    private static Throwable failure(WebhookConsumer consumer, DelayedMessage... messages) {
        return catchThrowable(() -> consumer.deliver("order-paid", List.of(messages)));
    }

    private static void assertUnavailable(Throwable thrown) {
        assertThat(thrown).isInstanceOfSatisfying(DestinationUnavailable.class, unavailable -> {
            assertThat(unavailable.isOfTopicOnly()).isTrue();
            assertThat(unavailable.mayStillArrive()).isFalse();
        });
    }

    @Test
    void aReceiverGetsSignedJson() throws Exception {
        consumer(receiver.url()).deliver("order-paid", List.of(message("4711", "{\"total\": 1.10}")));

        Receiver.Request request = receiver.next();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.uri()).isEqualTo("/hooks/secret-path?token=secret-query");
        assertThat(request.header("content-type")).startsWith("application/json");
        assertThat(request.header("webhook-timestamp")).isEqualTo("1767323046");
        JsonNode json = JsonMapper.shared().readTree(request.body());
        assertThat(json.get("topic").stringValue()).isEqualTo("order-paid");
        assertThat(json.get("id").stringValue()).isEqualTo("4711");
        assertThat(json.get("body").stringValue()).isEqualTo("{\"total\": 1.10}");
        assertThat(json.get("key").stringValue()).isEqualTo("key");
        assertThat(json.get("headers").get("x").stringValue()).isEqualTo("y");
        assertThat(json.get("dueTime").stringValue()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(json.get("attempt").intValue()).isEqualTo(3);
        assertThat(request.header("webhook-signature")).isEqualTo("v1," + signature(request));
    }

    /** By what a receiver does, not by the code under test. */
    private static String signature(Receiver.Request request) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("a secret of thirty-two bytes ...".getBytes(UTF_8), "HmacSHA256"));
        String signed = request.header("webhook-id") + "." + request.header("webhook-timestamp") + "." + request.body();
        return Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(UTF_8)));
    }

    @Test
    void theIdIsTheSameForEachAttemptAndAnotherForOtherMessages() throws Exception {
        WebhookConsumer consumer = consumer(receiver.url());
        consumer.deliver("order-paid", List.of(message("1", "a")));
        consumer.deliver("order-paid", List.of(message("1", "a")));
        consumer.deliver("order-paid", List.of(message("2", "a")));

        String first = receiver.next().header("webhook-id");
        assertThat(receiver.next().header("webhook-id")).isEqualTo(first).matches("msg_[A-Za-z0-9_-]{43}");
        assertThat(receiver.next().header("webhook-id")).isNotEqualTo(first);
    }

    /** Senders choose ids, keys, headers and bodies. */
    @Test
    void nothingThatASenderChoosesGetsIntoTheHeadOfTheRequest() throws Exception {
        String evil = "x\r\nwebhook-evil: 1\r\n\r\nPOST /evil HTTP/1.1";
        DelayedMessage message = new DelayedMessage(
                "order-paid", evil, evil, evil, Map.of(evil, evil, "webhook-id", "forged"), Instant.EPOCH, 0, 1);
        consumer(receiver.url()).deliver("order-paid", List.of(message));

        Receiver.Request request = receiver.next();
        assertThat(request.headers().keySet())
                .containsExactlyInAnyOrder(
                        "connection",
                        "content-length",
                        "content-type",
                        "host",
                        "user-agent",
                        "webhook-id",
                        "webhook-signature",
                        "webhook-timestamp");
        assertThat(request.header("webhook-id")).doesNotContain("forged");
        assertThat(JsonMapper.shared().readTree(request.body()).get("body").stringValue())
                .isEqualTo(evil);
        assertThat(receiver.all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 204, 299})
    void success(int status) {
        receiver.reactBy(Receiver.status(status));

        assertThatCode(() -> consumer(receiver.url()).deliver("order-paid", List.of(message("1", "a"))))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void aBusyReceiverIsUnavailable(int status) {
        receiver.reactBy(Receiver.status(status));

        assertThat(failure(consumer(receiver.url()), message("1", "a")))
                .hasMessage("http://127.0.0.1:" + receiver.port() + " answered " + status)
                .isInstanceOfSatisfying(DestinationUnavailable.class, unavailable -> {
                    assertThat(unavailable.isOfTopicOnly()).isTrue();
                    assertThat(unavailable.mayStillArrive()).isEqualTo(status == 502 || status == 504);
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 304, 400, 401, 404, 408, 422, 500, 501})
    void otherAnswersUseUpAnAttempt(int status) {
        receiver.reactBy(Receiver.status(status));

        assertThat(failure(consumer(receiver.url()), message("1", "a")))
                .isInstanceOf(WebhookRefusedException.class)
                .hasMessage("http://127.0.0.1:" + receiver.port() + " answered " + status);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aRedirectIsNotFollowed(int status) {
        try (Receiver other = new Receiver()) {
            receiver.reactBy(Receiver.status(status, "Location", other.url()));

            assertThat(failure(consumer(receiver.url()), message("1", "a")))
                    .isInstanceOf(WebhookRefusedException.class)
                    .hasMessageEndingWith("answered " + status);
            assertThat(other.all()).isEmpty();
            assertThat(receiver.all()).hasSize(1);
        }
    }

    @Test
    void cookiesAreNotKept() throws Exception {
        receiver.reactBy(Receiver.status(200, "Set-Cookie", "session=1"));
        WebhookConsumer consumer = consumer(receiver.url());
        consumer.deliver("order-paid", List.of(message("1", "a")));
        consumer.deliver("order-paid", List.of(message("2", "a")));

        receiver.next();
        assertThat(receiver.next().headers()).doesNotContainKey("cookie");
    }

    @Test
    void aReceiverIsLeftAloneAsLongAsItSays() {
        WebhookConsumer consumer = consumer(receiver.url());
        receiver.reactBy(Receiver.status(503, "Retry-After", "120"));
        assertUnavailable(failure(consumer, message("1", "a")));
        receiver.reactBy(Receiver.status(200));

        nanos.addAndGet(Duration.ofSeconds(119).toNanos());
        assertUnavailable(failure(consumer, message("1", "a")));
        assertThat(receiver.all()).hasSize(1);

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(failure(consumer, message("1", "a"))).isNull();
        assertThat(receiver.all()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"999999999", "Fri, 31 Dec 2100 23:59:59 GMT"})
    void aReceiverIsCalledAgainAfterTenMinutesWhateverItSays(String retryAfter) {
        WebhookConsumer consumer = consumer(receiver.url());
        receiver.reactBy(Receiver.status(429, "Retry-After", retryAfter));
        assertUnavailable(failure(consumer, message("1", "a")));
        receiver.reactBy(Receiver.status(200));

        nanos.addAndGet(Duration.ofMinutes(10).toNanos() - 1);
        assertUnavailable(failure(consumer, message("1", "a")));
        nanos.addAndGet(1);
        assertThat(failure(consumer, message("1", "a"))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-5", "soon", "99999999999999999999", "Fri, 31 Dec 1999 23:59:59 GMT"})
    void aSenselessTimeToWaitIsASecond(String retryAfter) {
        WebhookConsumer consumer = consumer(receiver.url());
        receiver.reactBy(Receiver.status(503, "Retry-After", retryAfter));
        assertUnavailable(failure(consumer, message("1", "a")));
        receiver.reactBy(Receiver.status(200));

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(failure(consumer, message("1", "a"))).isNull();
    }

    @Test
    void eachCallIsTimedByItsOutcome() throws Exception {
        WebhookConsumer consumer = consumer(receiver.url());
        Map<Integer, String> outcomes = Map.of(204, "done", 500, "failed", 410, "gone", 503, "busy");
        for (int status : new int[] {204, 500, 410, 503}) {
            receiver.reactBy(Receiver.status(status));
            var unused = failure(consumer, message("1", "x"));
            assertThat(calls(outcomes.get(status))).as("%d", status).isOne();
        }
        receiver.close();
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        var unused = failure(consumer, message("1", "x"));

        assertThat(calls("unreachable")).isOne();
        assertThat(registry.get("delay.queue.webhook.call").timers())
                .filteredOn(timer -> timer.count() > 0)
                .hasSize(5)
                .allSatisfy(timer -> assertThat(timer.totalTime(NANOSECONDS)).isPositive());
    }

    private long calls(String outcome) {
        return registry.get("delay.queue.webhook.call")
                .tags("target", "order-*", "outcome", outcome)
                .timer()
                .count();
    }

    @Test
    void goneMeansPaused() {
        receiver.reactBy(Receiver.status(410));

        assertUnavailable(failure(consumer(receiver.url()), message("1", "a"), message("2", "a")));
        assertThat(queue.paused()).containsExactly("order-paid");
    }

    @Test
    void onlyTheFailedMessagesOfABatchFail() {
        AtomicInteger calls = new AtomicInteger();
        receiver.reactBy(exchange ->
                Receiver.status(calls.getAndIncrement() == 3 ? 500 : 200).answer(exchange));
        DelayedMessage[] messages =
                IntStream.range(0, 10).mapToObj(i -> message("" + i, "a")).toArray(DelayedMessage[]::new);

        assertThat(failure(consumer(receiver.url()), messages))
                .isInstanceOfSatisfying(
                        PartialFailure.class,
                        partial -> assertThat(partial.causes()).hasSize(1));
        assertThat(receiver.all()).hasSize(10);
    }

    /** All are under way before the first is answered. */
    @Test
    void theMessagesOfABatchArePostedAtTheSameTime() {
        CountDownLatch all = new CountDownLatch(10);
        receiver.reactBy(exchange -> {
            all.countDown();
            try {
                all.await();
            } catch (InterruptedException e) {
                return;
            }
            Receiver.status(200).answer(exchange);
        });
        DelayedMessage[] messages =
                IntStream.range(0, 10).mapToObj(i -> message("" + i, "a")).toArray(DelayedMessage[]::new);

        assertThat(failure(consumer(receiver.url()), messages)).isNull();
    }

    /** Receivers behind one gateway, of which one hangs. */
    @Test
    void manyCallsThatHangLeaveTheHostToOthers() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        receiver.reactBy(exchange -> {
            try {
                if (exchange.getRequestURI().getPath().equals("/hangs")) {
                    done.await();
                }
            } catch (InterruptedException e) {
                return;
            }
            Receiver.status(200).answer(exchange);
        });
        String host = "http://127.0.0.1:" + receiver.port();
        WebhookConsumer consumer = consumer(host + "/hangs");
        WebhookConsumer other = consumer(host + "/answers");
        List<Thread> hanging = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            DelayedMessage[] batch =
                    IntStream.range(0, 10).mapToObj(n -> message("" + n, "a")).toArray(DelayedMessage[]::new);
            Thread thread =
                    new Thread(() -> assertThat(failure(consumer, batch)).isNull());
            thread.start();
            hanging.add(thread);
        }
        await().atMost(LONG).until(() -> receiver.all().size() == 120);

        assertThat(failure(other, message("1", "a"))).isNull();
        done.countDown();
        for (Thread thread : hanging) {
            thread.join();
        }
    }

    @Test
    void aReceiverThatIsNotThereIsUnavailable() {
        String url = receiver.url();
        receiver.close();

        Throwable thrown = failure(consumer(url), message("1", "a"));

        assertUnavailable(thrown);
        assertThat(thrown).hasMessageContaining("can't be reached").hasMessageNotContaining("secret");
    }

    @Test
    void aHostThatDoesNotExistIsUnavailable() {
        assertUnavailable(failure(consumer("https://nowhere.invalid/hook"), message("1", "a")));
    }

    /** The JDK's resolver has no time limit and can't be interrupted. */
    @Test
    void aNameServerThatNeverAnswersHoldsNoWorker() {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        DnsResolver hangs = new Rebinding() {
            @Override
            public InetAddress[] resolve(String host) throws java.net.UnknownHostException {
                asked.incrementAndGet();
                try {
                    never.await();
                } catch (InterruptedException e) {
                    throw new java.net.UnknownHostException(e.toString());
                }
                return super.resolve(host);
            }
        };
        WebhookConsumer consumer = consumer(receiver.url(), Duration.ofMillis(200), hangs, List.of("127.0.0.1"));
        DelayedMessage[] messages =
                IntStream.range(0, 10).mapToObj(i -> message("" + i, "a")).toArray(DelayedMessage[]::new);

        Throwable thrown = failure(consumer, messages);

        assertUnavailable(thrown);
        assertThat(thrown).hasMessageContaining("its address was not found within 200 ms");
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertUnavailable(failure(consumer, messages));
        assertThat(asked).hasValue(1);
        never.countDown();
    }

    @Test
    void aReceiverThatTakesTheMessageAndNeverAnswersUsesUpAnAttempt() {
        CountDownLatch never = new CountDownLatch(1);
        receiver.reactBy(exchange -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                // The server stops.
            }
        });
        WebhookConsumer consumer = consumer(
                receiver.url(), Duration.ofMillis(500), SystemDefaultDnsResolver.INSTANCE, List.of("127.0.0.1"));

        assertThat(failure(consumer, message("1", "a")))
                .isInstanceOf(OutcomeUnknown.class)
                .hasMessageContaining("did not answer");
    }

    /** One byte of the head now and then would keep a time-out for silence from ever passing. */
    @Test
    void aHeadThatTricklesIsCutOff() throws Exception {
        Trickle trickle = new Trickle("HTTP/1.1 200 OK\r\nX-Long: ", "x");
        open.addFirst(trickle);
        WebhookConsumer consumer =
                consumer(trickle.url(), Duration.ofSeconds(1), SystemDefaultDnsResolver.INSTANCE, List.of("127.0.0.1"));

        assertThat(failure(consumer, message("1", "a"))).isInstanceOf(OutcomeUnknown.class);
        await().atMost(LONG).until(() -> trickle.cutOff() == 1);
    }

    /** The head has said that the receiver has the message. */
    @Test
    void aBodyThatTricklesIsCutOff() throws Exception {
        Trickle trickle = new Trickle("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", "x");
        open.addFirst(trickle);

        assertThat(failure(consumer(trickle.url()), message("1", "a"))).isNull();
        await().atMost(LONG).until(() -> trickle.cutOff() == 1);
    }

    @Test
    void aLongBodyIsCutOff() throws Exception {
        Trickle trickle = new Trickle(
                "HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n", "2000\r\n" + "x".repeat(8192) + "\r\n");
        open.addFirst(trickle);

        assertThat(failure(consumer(trickle.url()), message("1", "a"))).isInstanceOf(WebhookRefusedException.class);
        await().atMost(LONG).until(() -> trickle.cutOff() == 1);
    }

    /** A call may be ended before the thread that began it has noted how to. */
    @Test
    void eachOfManyBodiesThatTrickleIsCutOff() throws Exception {
        int calls = 200;
        Trickle trickle = new Trickle("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", "x");
        open.addFirst(trickle);
        WebhookConsumer consumer = consumer(trickle.url());

        ExecutorService callers = Executors.newFixedThreadPool(16);
        open.addFirst(callers::shutdownNow);
        List<Future<Throwable>> failures = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            DelayedMessage message = message("" + i, "a");
            failures.add(callers.submit(() -> failure(consumer, message)));
        }
        for (Future<Throwable> failure : failures) {
            assertThat(failure.get()).isNull();
        }

        await().atMost(LONG).untilAsserted(() -> assertThat(trickle.cutOff()).isEqualTo(calls));
    }

    @Test
    void aShortBodyLeavesTheConnectionOpen() throws Exception {
        receiver.reactBy(exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes(UTF_8));
        });
        WebhookConsumer consumer = consumer(receiver.url());
        for (int i = 0; i < 3; i++) {
            assertThat(failure(consumer, message("" + i, "a"))).isNull();
        }

        assertThat(receiver.all()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1",
                "http://localhost",
                "http://[::1]",
                "http://2130706433",
                "http://0.0.0.0",
                "http://[::ffff:127.0.0.1]"
            })
    void anAddressThatIsNotPublicIsRefusedUnlessListed(String origin) {
        WebhookConsumer consumer =
                consumer(origin + ":" + receiver.port() + "/", LONG, SystemDefaultDnsResolver.INSTANCE, List.of());

        Throwable thrown = failure(consumer, message("1", "a"));

        assertUnavailable(thrown);
        assertThat(thrown)
                .hasMessageContaining("is not public, and no network of 'delay.redisson.webhook.allowed-networks'");
        assertThat(receiver.all()).isEmpty();
    }

    /** The name has a public address when somebody checks it, and that of this machine a moment later. */
    @Test
    void aNameThatChangesItsAddressIsRefusedWhenItIsConnected() throws Exception {
        Rebinding rebinding = new Rebinding();
        PublicAddresses addresses = new PublicAddresses(List.of());
        assertThat(new PublicDnsResolver(rebinding, addresses).resolve("shop.example"))
                .hasSize(1);
        WebhookConsumer consumer = consumer("http://shop.example:" + receiver.port() + "/", LONG, rebinding, List.of());

        assertUnavailable(failure(consumer, message("1", "a")));
        assertThat(receiver.all()).isEmpty();
        assertThat(rebinding.asked).hasValue(2);
    }

    private static class Rebinding implements DnsResolver {

        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public InetAddress[] resolve(String host) throws java.net.UnknownHostException {
            return new InetAddress[] {InetAddress.getByName(asked.getAndIncrement() == 0 ? "1.1.1.1" : "127.0.0.1")};
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }

    @Test
    void certificatesAreChecked(@TempDir Path directory) throws Exception {
        SSLContext ssl = SelfSigned.forLocalhost(directory);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(ssl));
        try (Receiver secure = new Receiver(server)) {
            DnsResolver system = SystemDefaultDnsResolver.INSTANCE;
            String port = ":" + secure.port() + "/";

            assertThat(failure(consumer("https://localhost" + port, LONG, system, ssl), message("1", "a")))
                    .isNull();
            assertUnavailable(failure(
                    consumer("https://localhost" + port, LONG, system, SSLContexts.createDefault()),
                    message("1", "a")));
            assertUnavailable(failure(consumer("https://127.0.0.1" + port, LONG, system, ssl), message("1", "a")));
            assertThat(secure.all()).hasSize(1);
        }
    }
}
