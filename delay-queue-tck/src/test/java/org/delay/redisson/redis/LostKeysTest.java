package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.awaiting;
import static org.delay.redisson.redis.Steps.message;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;
import org.slf4j.LoggerFactory;

/** Keys of a service, not of its messages, that somebody deletes. */
class LostKeysTest {

    private static RedisServer server;
    private static RedissonClient client;

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

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5, 8})
    void whoeverStartsAfterTheShardCountsWereDeletedFindsEveryMessage(int proposed) {
        Steps before = Steps.on(client, 5);
        List<String> ids = IntStream.range(0, 20).mapToObj(i -> "id-" + i).toList();
        before.sendDue(ids.toArray(String[]::new));
        List<String> claimed = new ArrayList<>();

        RedisCli.once(server, "DEL", before.keys().ofService("shards"));
        Steps restarted = Steps.on(client, before.service(), proposed);
        for (int shard = 0; shard < restarted.queue().shards(); shard++) {
            claimed.addAll(Steps.ids(restarted.claim(shard, "claimer", 1)));
        }

        assertThat(claimed).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(counts(before)).containsExactly("1:5");
    }

    @Test
    void everyNumberThatWasUsedIsWrittenAgain() {
        Steps before = Steps.on(client, 1);
        before.send("a");
        before.queue().changeShards(5);
        before.send("b");

        RedisCli.once(server, "DEL", before.keys().ofService("shards"));
        Steps.on(client, before.service(), 2).queue().changeShards(3);

        assertThat(counts(before)).containsExactly("1:1", "1:5", "1:3");
        assertThat(before.queue().find(TOPIC, "a")).isPresent();
        assertThat(before.queue().find(TOPIC, "b")).isPresent();
        assertThat(before.send("a").outcome()).isEqualTo(Outcome.REPLACED);
    }

    /** By the client that goes on. It sent to the topic just before, so it knew that it is registered. */
    @Test
    void aTopicIsRegisteredAgainByTheFirstSendAfterRedisHasForgottenEverything() {
        try (RedisServer own = RedisServer.start()) {
            RedissonClient toIt = Clients.of(own);
            try {
                Steps steps = Steps.on(toIt);
                steps.send("a");
                RedisCli.once(own, "FLUSHALL");

                steps.send("b");

                RedisDelayQueueTopicRegistrar registrar = new RedisDelayQueueTopicRegistrar(toIt, steps.service());
                awaiting().until(registrar::pullAll, Set.of(TOPIC)::equals);
            } finally {
                toIt.shutdown();
            }
        }
    }

    @Test
    void aRegistrarThatFailsIsToldOnceHoweverManySend() {
        Logger logger = (Logger) LoggerFactory.getLogger(TopicRegistration.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            Steps steps = Steps.on(client);
            RedisCli.once(server, "SET", "topic_registrar_key:" + steps.service(), "a text");

            List<CompletableFuture<Void>> sends = IntStream.range(0, 8)
                    .mapToObj(thread -> CompletableFuture.runAsync(
                            () -> IntStream.range(0, 20).forEach(i -> steps.send(message("id-" + thread + "-" + i))),
                            Steps.THREADS))
                    .toList();

            assertThat(CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new)))
                    .succeedsWithin(Duration.ofSeconds(60));
            assertThat(log.list)
                    .hasSize(1)
                    .allSatisfy(line -> assertThat(line.getFormattedMessage()).contains("could not be registered"));
        } finally {
            logger.detachAppender(log);
        }
    }

    private static List<String> counts(Steps steps) {
        try (RedisCli cli = RedisCli.of(server)) {
            return cli.list("LRANGE", steps.keys().ofService("shards"), "0", "-1");
        }
    }
}
