package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.TOPIC;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Form;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.redisson.api.RedissonClient;

/** A message that somebody's hand, or another version, has written: it is not read, and its neighbours are. */
class DamagedMessageTest {

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
    @CsvSource(
            delimiter = '~',
            value = {
                "no format~DAMAGED",
                "1 without an end of line~DAMAGED",
                "1null|b~DAMAGED",
                "1[]|b~DAMAGED",
                "1{|b~DAMAGED",
                "1{\"ttl\":\"abc\"}|b~DAMAGED",
                "1{\"headers\":5}|b~DAMAGED",
                "1{\"headers\":{\"a\":null}}|b~DAMAGED",
                "2{\"whatever\":true}|b~NEWER"
            })
    void onlyThisMessageIsUnreadable(String stored, Form form) {
        Steps steps = Steps.on(client);
        steps.sendDue("before", "it", "after");
        RedisCli.once(server, "HSET", steps.keys().ofTopic("body", 0, TOPIC), "it", stored.replace('|', '\n'));

        Map<String, Claimed> claimed = steps.claim().messages().stream()
                .collect(Collectors.toMap(one -> one.message().id(), Function.identity()));

        assertThat(claimed).containsOnlyKeys("before", "it", "after");
        assertThat(claimed.get("it").form()).isEqualTo(form);
        assertThat(claimed.get("it").message().body()).isEmpty();
        assertThat(claimed.get("before").form()).isEqualTo(Form.READABLE);
        assertThat(claimed.get("after").form()).isEqualTo(Form.READABLE);
        assertThat(steps.queue().find(TOPIC, "it").orElseThrow().state()).isEqualTo(State.LEASED);
    }
}
