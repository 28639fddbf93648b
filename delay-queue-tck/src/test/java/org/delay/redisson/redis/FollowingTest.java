package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.awaiting;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.NameMapper;
import org.slf4j.LoggerFactory;

/** On one server, where many instances would hear of each shard. */
class FollowingTest {

    private static final int MANY = PlainShardChannels.FEWEST_INSTANCES;

    private static RedisServer server;
    private static RedissonClient client;

    private final String service = "following-" + UUID.randomUUID();
    private final Steps steps = Steps.on(client, service, 2);

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = Clients.of(server);
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        server.close();
    }

    @Test
    void onlyFollowersHearOfAShard() {
        try (Hearing first = Hearing.of(steps);
                Hearing second = Hearing.of(steps)) {
            first.follow(Set.of(0), MANY);
            second.follow(Set.of(1), MANY);

            first.awaitHears(0);
            second.awaitHears(1);
            int before = second.number(0);
            first.awaitHears(0);

            assertThat(second.number(0)).isEqualTo(before);
        }
    }

    @Test
    void everybodyHearsOfAShardThatNobodyFollows() {
        try (Hearing first = Hearing.of(steps);
                Hearing second = Hearing.of(steps)) {
            first.follow(Set.of(0), MANY);
            first.awaitHears(0);
            first.awaitHears(1);
            second.awaitHears(1);

            first.follow(Set.of(), MANY);

            second.awaitHears(0);
        }
    }

    @Test
    void whoFollowsIsPolledOnce() {
        try (Hearing hearing = Hearing.of(steps)) {
            hearing.follow(Set.of(1), MANY);

            awaiting().until(() -> hearing.subscriptions(1) > 0);
            assertThat(hearing.subscriptions(0)).isZero();
        }
    }

    @Test
    void amongFewAllHearEverything() {
        try (Hearing first = Hearing.of(steps);
                Hearing second = Hearing.of(steps)) {
            first.follow(Set.of(0), MANY - 1);
            second.follow(Set.of(1), MANY - 1);

            first.awaitHears(1);
            second.awaitHears(0);
            assertThat(subscribers(0)).isZero();
        }
    }

    @Test
    void afterTheEndNobodyFollows() {
        try (Hearing other = Hearing.of(steps)) {
            try (Hearing hearing = Hearing.of(steps)) {
                hearing.follow(Set.of(0), MANY);
                hearing.awaitHears(0);
            }
            awaiting().until(() -> subscribers(0) == 0);
            other.awaitHears(0);
        }
    }

    @Test
    void aLostConnectionIsReplaced() {
        try (Hearing hearing = Hearing.of(steps)) {
            hearing.follow(Set.of(0), MANY);
            hearing.awaitHears(0);
            int before = hearing.subscriptions(0);

            RedisCli.once(server, "CLIENT", "KILL", "TYPE", "pubsub");

            awaiting().until(() -> hearing.subscriptions(0) > before);
            awaiting().until(() -> subscribers(0) == 1);
            hearing.awaitHears(0);
        }
    }

    /** It hears everything on the common channel, and is told once what to grant. */
    @Test
    void aUserWithoutTheChannelsOfShardsHearsEverything() {
        String common = new Keys("delay", service).channel();
        RedisCli.once(
                server, "ACL", "SETUSER", "common", "on", ">secret", "~*", "+@all", "resetchannels", "&" + common);
        Logger logger = (Logger) LoggerFactory.getLogger(FollowAttempts.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        RedissonClient plain = Clients.impatient(server.uri().replace("redis://", "redis://common:secret@"));
        try (Hearing hearing = Hearing.of(Steps.on(plain, service, 2))) {
            hearing.follow(Set.of(0, 1), MANY);

            hearing.awaitHears(0);
            hearing.awaitHears(1);
            awaiting().until(() -> {
                hearing.follow(Set.of(0, 1), MANY);
                return log.list.stream().anyMatch(FollowingTest::isWarning);
            });
            hearing.awaitHears(0);
            hearing.awaitHears(1);
            assertThat(log.list.stream().filter(FollowingTest::isWarning)).hasSize(1);
        } finally {
            logger.detachAppender(log);
            plain.shutdown();
        }
    }

    private static boolean isWarning(ILoggingEvent event) {
        return event.getLevel() == Level.WARN;
    }

    @Test
    void aNameMapperMapsTheChannelsOfShards() {
        Config config = Clients.small().setNameMapper(new Tenant());
        RedissonClient mapping = Clients.to(config, server.uri(), single -> {});
        try (Hearing hearing = Hearing.of(Steps.on(mapping, service, 2))) {
            hearing.follow(Set.of(0), MANY);
            awaiting().until(() -> hearing.subscriptions(0) > 0);

            hearing.awaitHears(0);

            assertThat(subscribers("tenant:" + new Keys("delay", service).channel(0)))
                    .isEqualTo(1);
        } finally {
            mapping.shutdown();
        }
    }

    private record Tenant() implements NameMapper {

        @Override
        public String map(String name) {
            return "tenant:" + name;
        }

        @Override
        public String unmap(String name) {
            return name.substring("tenant:".length());
        }
    }

    private long subscribers(int shard) {
        return subscribers(new Keys("delay", service).channel(shard));
    }

    private static long subscribers(String channel) {
        return (Long) ((List<?>) RedisCli.once(server, "PUBSUB", "NUMSUB", channel)).get(1);
    }
}
