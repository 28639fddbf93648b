package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RScript;
import org.redisson.client.codec.StringCodec;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A Redis that will not do is told of at start. */
class RedisCheckTest {

    @Test
    void anUnreachableRedisIsToldOf() {
        RedisServer gone = RedisServer.start();
        gone.close();
        Runners.sendOnly(gone).run(context -> {
            FailureAnalysis analysis = Analyses.of(context);
            assertThat(analysis.getDescription()).contains("can't use Redis at localhost:" + gone.port());
            assertThat(analysis.getAction())
                    .contains("Start Redis", "spring.data.redis", "delay.redisson.fail-fast=false");
        });
    }

    @Test
    void aWrongPasswordIsToldOf() {
        try (RedisServer redis =
                RedisServer.builder().config("requirepass right").start()) {
            Runners.sendOnly(redis)
                    .withPropertyValues("spring.data.redis.password=wrong-secret")
                    .run(context -> assertThat(Analyses.of(context).getDescription())
                            .contains("WRONGPASS")
                            .doesNotContain("wrong-secret", ".."));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"allkeys-lru", "allkeys-lfu", "allkeys-random"})
    void aCacheIsToldOf(String policy) {
        try (RedisServer redis = RedisServer.builder()
                .config("maxmemory 100mb", "maxmemory-policy " + policy)
                .start()) {
            Runners.sendOnly(redis).run(context -> {
                FailureAnalysis analysis = Analyses.of(context);
                assertThat(analysis.getDescription()).contains(policy, ":" + redis.port());
                assertThat(analysis.getAction()).contains("noeviction", "delay.redisson.fail-fast=false");
            });
        }
    }

    @Test
    void dataOfALaterVersionIsToldOf() {
        try (RedisServer redis = RedisServer.start()) {
            Runners.sendOnly(redis)
                    .run(context -> context.getBean(RedisConnection.class)
                            .client()
                            .getList("delay:tests:shards", StringCodec.INSTANCE)
                            .add("9:1"));

            Runners.sendOnly(redis).run(context -> {
                FailureAnalysis analysis = Analyses.of(context);
                assertThat(analysis.getDescription())
                        .contains(
                                "can't read the data", "storage format 9", "No message is lost", "Update delay-queue");
                assertThat(analysis.getAction()).contains("Formats and upgrades", "delay.redisson.fail-fast=false");
            });
        }
    }

    /** The only keys with a time to live are those that can be lost. */
    @ParameterizedTest
    @ValueSource(strings = {"noeviction", "volatile-lru", "volatile-ttl"})
    void aRedisThatKeepsMessagesWillDo(String policy) {
        try (RedisServer redis = RedisServer.builder()
                .config("maxmemory 100mb", "maxmemory-policy " + policy)
                .start()) {
            Runners.sendOnly(redis).run(context -> assertThat(context).hasNotFailed());
        }
    }

    @Test
    void theOldestRedisWillDo() {
        try (RedisServer redis = RedisServer.builder().bundled().start()) {
            assertThat(redis.version()).startsWith("6.2");
            Runners.sendOnly(redis).run(context -> assertThat(context).hasNotFailed());
        }
    }

    @Test
    void aUserWhoMayNotPublishIsToldOf() {
        try (RedisServer redis = RedisServer.builder()
                .config("user mute on >secret ~* &* +@all -publish")
                .start()) {
            Runners.sendOnly(redis)
                    .withPropertyValues("spring.data.redis.username=mute", "spring.data.redis.password=secret")
                    .run(context -> {
                        FailureAnalysis analysis = Analyses.of(context);
                        assertThat(analysis.getDescription()).contains("delay:tests:wake-up", "NOPERM");
                        assertThat(analysis.getAction()).contains("+publish &delay:tests:wake-up");
                    });
        }
    }

    @Test
    void aUserWhoMayNotRunACommandOfTheScriptsIsToldOfTheAclLine() {
        try (RedisServer redis = RedisServer.builder()
                .config("user reader on >secret ~* &* +@all -@write")
                .start()) {
            Runners.sendOnly(redis)
                    .withPropertyValues("spring.data.redis.username=reader", "spring.data.redis.password=secret")
                    .run(context ->
                            assertThat(Analyses.of(context).getAction()).contains("ACL line in docs/storage.md"));
        }
    }

    @Test
    void aUserWhoMayNotPublishToTheChannelIsToldOf() {
        try (RedisServer redis = RedisServer.builder()
                .config("user deaf on >secret ~* resetchannels &other +@all")
                .start()) {
            Runners.sendOnly(redis)
                    .withPropertyValues("spring.data.redis.username=deaf", "spring.data.redis.password=secret")
                    .run(context -> assertThat(Analyses.of(context).getDescription())
                            .contains("delay:tests:wake-up", "NOPERM"));
        }
    }

    /** It would dispatch late, and try to subscribe for ever. */
    @Test
    void aUserWhoMayNotSubscribeIsToldOfWhereMessagesAreDispatched() {
        try (RedisServer redis = RedisServer.builder()
                .config("user deaf on >secret ~* &* +@all -subscribe")
                .start()) {
            String[] user = {
                "spring.data.redis.username=deaf",
                "spring.data.redis.password=secret",
                // Shorter than the client's time-out for subscriptions, which says less of the reason.
                "spring.data.redis.timeout=3s"
            };
            Runners.on(redis).withPropertyValues(user).withBean(Collected.class).run(context -> {
                FailureAnalysis analysis = Analyses.of(context);
                assertThat(analysis.getDescription()).contains("delay:tests:wake-up", "NOPERM");
                assertThat(analysis.getAction()).contains("+subscribe &delay:tests:wake-up");
            });
            Runners.sendOnly(redis)
                    .withPropertyValues(user)
                    .run(context -> assertThat(context).hasNotFailed());
        }
    }

    /** The channel that is checked is the one that is listened to. */
    @Test
    void theChannelIsTheQueues() {
        try (RedisServer redis = RedisServer.start()) {
            Runners.on(redis)
                    .withBean(Collected.class)
                    .run(context -> await().untilAsserted(() -> assertThat(context.getBean(RedisConnection.class)
                                    .client()
                                    .getScript(StringCodec.INSTANCE)
                                    .<List<String>>eval(
                                            RScript.Mode.READ_WRITE,
                                            "return redis.call('PUBSUB', 'CHANNELS', 'delay:*')",
                                            RScript.ReturnType.LIST))
                            .containsExactly("delay:tests:wake-up")));
        }
    }

    /** Who may not ask cannot be told; the rest is checked all the same. */
    @Test
    void aUserWhoMayNotAskForInfoIsLetThrough() {
        try (RedisServer redis = RedisServer.builder()
                .config("user plain on >secret ~* &* +@all -info")
                .start()) {
            Runners.sendOnly(redis)
                    .withPropertyValues("spring.data.redis.username=plain", "spring.data.redis.password=secret")
                    .run(context -> assertThat(context).hasNotFailed());
        }
    }

    /** Some managed services take these commands away, and proxies know no more of the server than this. */
    @ParameterizedTest
    @ValueSource(strings = {"CONFIG", "CLIENT", "COMMAND", "CLUSTER", "WAIT", "INFO", "OBJECT", "ROLE"})
    void aManagedRedisWithoutACommandWillDo(String command) {
        try (RedisServer redis = RedisServer.builder()
                .config("rename-command " + command + " \"\"")
                .start()) {
            Runners.on(redis).withBean(Collected.class).run(context -> {
                assertThat(context).hasNotFailed();
                context.getBean(DelayQueueMessageProducer.class).sendMessage("managed", "hello", Duration.ofMillis(10));
                assertThat(context.getBean(Collected.class).next().message().body())
                        .isEqualTo("hello");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"allkeys-lru", "optimistic-volatile"})
    void aPolicyThatIsNotKnownToKeepMessagesEvicts(String policy) {
        assertThat(RedisCheck.evicts(policy)).isTrue();
    }

    /** A check that is switched off lets an application start before its Redis. */
    @Test
    void withoutTheCheckAnApplicationStartsBeforeItsRedis() {
        try (RedisServer redis = RedisServer.start()) {
            redis.terminate();
            Runners.on(redis)
                    .withPropertyValues("delay.redisson.fail-fast=false")
                    .withBean(Collected.class)
                    .run(context -> {
                        assertThat(context).hasNotFailed().doesNotHaveBean(RedisCheck.class);
                        redis.restart();
                        context.getBean(DelayQueueMessageProducer.class)
                                .sendMessage("late-redis", "hello", Duration.ofMillis(10));
                        assertThat(context.getBean(Collected.class)
                                        .next()
                                        .message()
                                        .body())
                                .isEqualTo("hello");
                    });
        }
    }
}
