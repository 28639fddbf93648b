package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.network.Proxy;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.redisson.api.RedissonClient;

/** Thousands of dead letters, and an operator who loses the connection in the middle of them. */
class ManyDeadLettersTest {

    private static final int NUMBER = 6_000;

    private static final DeadLetterFilter ALL = DeadLetterFilter.of(TOPIC);

    private RedisServer server;
    private Proxy proxy;
    private RedissonClient client;
    private RedissonClient direct;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        proxy = Proxy.to(server);
        client = Clients.withoutScriptCache(proxy.uri());
        direct = Clients.of(server);
    }

    @AfterEach
    void stop() {
        client.shutdown();
        direct.shutdown();
        proxy.close();
        server.close();
    }

    private void bury(Steps steps) {
        for (int from = 0; from < NUMBER; from += 1_000) {
            List<OutgoingMessage> some = IntStream.range(from, from + 1_000)
                    .mapToObj(i -> message("m" + i).delay(Duration.ZERO).build())
                    .toList();
            long last = steps.queue().schedule(some).get(999).dueTime().toEpochMilli();
            Steps.awaiting().until(() -> steps.queue().poll(0).now() / 1000 >= last);
        }
        for (var claim = steps.claim(); !claim.messages().isEmpty(); claim = steps.claim()) {
            steps.queue()
                    .bury(
                            claim.lease(),
                            Steps.ids(claim).stream()
                                    .map(id -> new GivenUp(id, "no use", false, false))
                                    .toList());
        }
    }

    /**
     * Also if the other shards that may have the ids are asked before.
     *
     * @param answers fewer than a redrive of them all has, and enough for some of them
     */
    @ParameterizedTest
    @CsvSource({"1, 10", "8, 30"})
    void afterALostAnswerARepetitionChangesTheRest(int shards, int answers) {
        Steps onlooker = Steps.on(direct);
        bury(onlooker);
        onlooker.queue().changeShards(shards);
        Steps steps = Steps.on(client, onlooker.service(), 1);
        steps.sendAtLast("waiting");
        onlooker.queue().cancel(TOPIC, "waiting");

        proxy.loseAnswersAfter(answers);
        assertThatThrownBy(() -> steps.queue().redriveDead(ALL)).isInstanceOf(OutcomeUnknown.class);
        long before = onlooker.queue().counts(TOPIC).due();
        proxy.passOn();

        BulkResult rest = onlooker.queue().redriveDead(ALL);

        assertThat(before).isBetween(1L, NUMBER - 1L);
        assertThat(rest).isEqualTo(new BulkResult(Math.toIntExact(NUMBER - before), 0, false));
        assertThat(onlooker.queue().counts(TOPIC).due()).isEqualTo(NUMBER);
        assertThat(onlooker.queue().counts(TOPIC).dead()).isZero();
    }

    /** Half of them are of another time than the rest, and all of one time are more than one call takes. */
    @Test
    void thoseThatMatchAreFoundBetweenThousandsOfTheSameMillisecond() {
        Steps steps = Steps.on(direct);
        bury(steps);
        for (int i = 0; i < NUMBER; i += 2) {
            RedisCli.once(server, "ZADD", steps.key("dead"), "1000", "m" + i);
        }
        RedisCli.once(server, "HSET", steps.key("dead-body"), "m17", "- 4 1 0 0 0 \"wanted\"\n1\nbody");
        RedisCli.once(server, "HSET", steps.key("dead-body"), "m4000", "- 4 1 0 0 0 \"wanted\"\n1\nbody");

        assertThat(steps.queue().redriveDead(ALL.withError("wanted"))).isEqualTo(new BulkResult(2, 0, false));
        assertThat(steps.queue().find(TOPIC, "m17").orElseThrow().message().body())
                .isEqualTo("body");
        assertThat(steps.queue().deleteDead(ALL)).isEqualTo(new BulkResult(NUMBER - 2, 0, false));
    }
}
