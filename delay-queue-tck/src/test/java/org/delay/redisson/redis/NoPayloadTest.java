package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.TOPIC;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.slf4j.LoggerFactory;

/** Whatever fails, the content of a message is in no exception, and in no log of the level that applications use. */
class NoPayloadTest {

    private static final String SECRET = "IBAN-DE02120300000000202051";

    private final Queue<ILoggingEvent> logged = new ConcurrentLinkedQueue<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level before = root.getLevel();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            event.prepareForDeferredProcessing();
            logged.add(event);
        }
    };

    private RedisServer server;
    private RedissonClient client;
    private Steps steps;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        client = Clients.of(server);
        steps = Steps.on(client);
        appender.setContext((LoggerContext) LoggerFactory.getILoggerFactory());
        appender.start();
        root.setLevel(Level.INFO);
        root.addAppender(appender);
    }

    @AfterEach
    void stop() {
        root.detachAppender(appender);
        root.setLevel(before);
        client.shutdown();
        server.close();
    }

    private void send(String body) {
        send(steps, body);
    }

    private static void send(Steps steps, String body) {
        steps.queue()
                .schedule(List.of(
                        OutgoingMessage.to(TOPIC)
                                .id("a")
                                .body(body)
                                .key(SECRET)
                                .header("account", SECRET)
                                .delay(LATER)
                                .build(),
                        OutgoingMessage.to(TOPIC)
                                .body(body)
                                .delay(Duration.ZERO)
                                .build()));
    }

    private void assertSilent(ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isNotNull();
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        assertThat(text.toString()).doesNotContain(SECRET);
        if (thrown instanceof DelayQueueException.PartlySent partly) {
            assertThat(partly.failures().toString() + partly.receipts()).doesNotContain(SECRET);
        }
        assertThat(logged)
                .noneMatch(event -> event.getFormattedMessage().contains(SECRET)
                        || (event.getThrowableProxy() != null
                                && ThrowableProxyUtil.asString(event.getThrowableProxy())
                                        .contains(SECRET)));
    }

    @Test
    void aServerThatRefuses() {
        send("first " + SECRET);
        for (String key : List.of("due", "body", "meta", "wake")) {
            RedisCli.once(server, "RENAME", steps.key(key), "saved");
            RedisCli.once(server, "SET", steps.key(key), "x");
            assertSilent(() -> send(SECRET));
            RedisCli.once(server, "RENAME", "saved", steps.key(key));
        }
        RedisCli.once(server, "CONFIG", "SET", "maxmemory", "1");
        assertSilent(() -> send(SECRET));
        RedisCli.once(server, "CONFIG", "SET", "maxmemory", "0");
        RedisCli.once(server, "REPLICAOF", "127.0.0.1", "1");
        assertSilent(() -> send(SECRET));
    }

    @Test
    void aServerThatDoesNotAnswer() {
        RedissonClient impatient = Clients.impatient(server.uri());
        Steps hasty = Steps.on(impatient, steps.service(), 1);
        hasty.sendAtLast("first");
        server.pause();
        assertSilent(() -> send(hasty, SECRET));
        server.resume();
        impatient.shutdown();
    }

    @Test
    void aServerThatIsNotThere() {
        send("first " + SECRET);
        server.kill();
        assertSilent(() -> send(SECRET));
        assertSilent(() -> send(SECRET));
    }

    @Test
    void aClientThatIsShutDown() {
        client.shutdown();
        assertSilent(() -> send(SECRET));
    }

    @Test
    void aBodyThatIsTooLarge() {
        assertSilent(() -> send(SECRET.repeat(100_000)));
    }

    @Test
    void aBodyThatCannotBeRead() {
        steps.queue()
                .schedule(List.of(OutgoingMessage.to(TOPIC)
                        .body(Map.of("account", SECRET))
                        .delay(Duration.ZERO)
                        .build()));
        assertSilent(() -> steps.queue().getDelayQueue(TOPIC, Integer.class));
    }

    @Test
    void messagesThemselves() {
        assertThat(OutgoingMessage.to(TOPIC)
                        .body(SECRET)
                        .key(SECRET)
                        .header("h", SECRET)
                        .delay(LATER)
                        .build()
                        .toString())
                .doesNotContain(SECRET);
    }
}
