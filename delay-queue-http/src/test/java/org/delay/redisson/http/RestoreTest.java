package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.journal.RestoreRequest;
import org.delay.redisson.tck.server.RedisServer;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Restores over HTTP what Redis has lost, from a journal in a database. */
class RestoreTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private static RedisServer redis;
    private static ApiServer server;

    private final String topic = "t-" + UUID.randomUUID();
    private final Api api = server.api();

    @Configuration(proxyBeanMethods = false)
    @Import(ApiServer.Plain.class)
    static class WithDatabase {

        @Bean(destroyMethod = "dispose")
        JdbcConnectionPool database() {
            return JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
        }

        @Bean
        PlatformTransactionManager transactions(DataSource database) {
            return new JdbcTransactionManager(database);
        }
    }

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        server = ApiServer.start(
                redis, WithDatabase.class, "s-" + UUID.randomUUID(), "delay.redisson.journal.enabled=true");
    }

    @AfterAll
    static void stop() {
        server.close();
        redis.close();
    }

    @BeforeEach
    void loseTwo() {
        // What another test has emptied waits for this, and nothing is confirmed until then.
        var unused = server.bean(DelayQueueJournal.class).restore(RestoreRequest.ALL, progress -> {});
        for (String id : new String[] {"a", "b"}) {
            api.post("/topics/" + topic + "/messages", "{\"id\":\"" + id + "\",\"body\":1,\"delayMs\":3600000}")
                    .expect(201);
        }
        await().atMost(LONG)
                .until(() -> server.bean(DelayQueueJournal.class).backlog().pending() == 0);
        flush();
        assertThat(server.queue().counts(topic).due()).isZero();
    }

    private static void flush() {
        Config config = new Config();
        config.useSingleServer().setAddress(redis.uri());
        RedissonClient client = Redisson.create(config);
        client.getKeys().flushall();
        client.shutdown();
    }

    private Map<?, ?> report(String request) {
        assertThat(api.post("/restore", request).status()).isIn(200, 202);
        await().atMost(LONG)
                .until(() -> !"RUNNING".equals(api.get("/restore").expect(200).at("state")));
        return (Map<?, ?>) api.get("/restore").at("report");
    }

    @Test
    void aTopicOrAMessageOrAll() {
        assertThat(report("{\"dryRun\":true,\"topic\":\"" + topic + "\"}").get("missing"))
                .isEqualTo(2);
        assertThat(report("{\"dryRun\":false,\"topic\":\"" + topic + "\",\"id\":\"a\"}")
                        .get("restored"))
                .isEqualTo(1);
        assertThat(server.queue().counts(topic).due()).isEqualTo(1);
        assertThat(report("{\"dryRun\":false,\"all\":true}").get("failed")).isEqualTo(0);
        assertThat(server.queue().counts(topic).due()).isEqualTo(2);
    }

    /** A client that writes null for what is not set must not restore all topics. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"dryRun\":false}",
                "{\"dryRun\":false,\"all\":false}",
                "{\"dryRun\":false,\"topic\":null}",
                "{\"all\":true}"
            })
    void whatIsNotSaidIsNotRestored(String request) {
        api.post("/restore", request).expect(400);

        assertThat(server.queue().counts(topic).due()).isZero();
    }
}
