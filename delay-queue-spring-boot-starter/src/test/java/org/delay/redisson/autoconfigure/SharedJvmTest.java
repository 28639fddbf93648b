package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.Protocol;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Applications that share a JVM, a server, or both, and yet nothing else. */
@Timeout(900)
class SharedJvmTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Duration SOON = Duration.ofMillis(20);

    private static final int CONTEXTS = 3;

    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    private static ApplicationContextRunner runner() {
        return Runners.on(redis).withBean(Collected.class);
    }

    private static String sentAndReceived(ApplicationContext from, ApplicationContext to, String body) {
        from.getBean(DelayQueueMessageProducer.class).sendMessage("shared", body, SOON);
        return to.getBean(Collected.class).next().message().body();
    }

    private static void assertApart(ApplicationContextRunner one, ApplicationContextRunner another) {
        one.run(first -> another.run(second -> {
            assertThat(sentAndReceived(first, first, "for the first")).isEqualTo("for the first");
            assertThat(sentAndReceived(second, second, "for the second")).isEqualTo("for the second");
            first.getBean(DelayQueueMessage.class).pause("shared");
            assertThat(sentAndReceived(second, second, "not paused")).isEqualTo("not paused");
            first.getBean(DelayQueueMessage.class).resume("shared");
            await().until(() ->
                    first.getBean(DelayQueueMessage.class).instances().size() == 1);
            second.getSourceApplicationContext().close();
            assertThat(sentAndReceived(first, first, "still")).isEqualTo("still");
            assertThat(first.getBean(Collected.class).isEmpty()).isTrue();
        }));
    }

    @Test
    void twoKeyPrefixesDoNotMeet() {
        assertApart(
                runner().withPropertyValues("delay.redisson.key-prefix=one"),
                runner().withPropertyValues("delay.redisson.key-prefix=two"));
    }

    @Test
    void twoDatabasesDoNotMeet() {
        assertApart(runner(), runner().withPropertyValues("spring.data.redis.database=3"));
    }

    /** As the restart of a developer's tool does it: the next one is there before the last one is gone. */
    @Test
    void aContextThatReplacesAnotherTakesOver() {
        runner().run(old -> {
            assertThat(sentAndReceived(old, old, "old")).isEqualTo("old");
            runner().run(next -> {
                old.getSourceApplicationContext().close();
                assertThat(sentAndReceived(next, next, "next")).isEqualTo("next");
            });
        });
    }

    @Test
    void aClientThatSpeaksResp3Works() {
        Config config = new Config().setProtocol(Protocol.RESP3);
        config.useSingleServer().setAddress(redis.uri());
        Runners.plain()
                .withPropertyValues("delay.redisson.key-prefix=resp3")
                .withBean(RedissonClient.class, () -> Redisson.create(config))
                .withBean(Collected.class)
                .run(context -> {
                    assertThat(sentAndReceived(context, context, "by RESP3")).isEqualTo("by RESP3");
                    await().atMost(PATIENCE)
                            .until(() -> context.getBean(DelayQueueMessage.class)
                                            .instances()
                                            .size()
                                    == 1);
                });
    }

    /** Those of the library and of its client. A context that Spring's cache keeps for other classes has some, too. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .filter(thread -> thread.getName().startsWith("delay-queue")
                        || thread.getName().startsWith("redisson"))
                .collect(Collectors.toSet());
    }

    @Test
    void contextsThatAreClosedLeaveNoThread() {
        Set<Thread> before = threads();
        for (int i = 0; i < CONTEXTS; i++) {
            String body = "round " + i;
            runner().run(context ->
                    assertThat(sentAndReceived(context, context, body)).isEqualTo(body));
        }
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(threads()).isSubsetOf(before));
    }
}
