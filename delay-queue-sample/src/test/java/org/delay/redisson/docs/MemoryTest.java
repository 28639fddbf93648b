package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** The formula for memory in {@code docs/storage.md} is what a real Redis uses, within a fifth. */
class MemoryTest {

    private static final int MESSAGES = 50_000;
    private static final int IN_ONE_CALL = 1_000;
    private static final Pattern FORMULA =
            Pattern.compile("\\*\\*(\\d+) bytes \\+ ([\\d.]+) × bytes of the body\\*\\*");
    private static final Pattern USED = Pattern.compile("used_memory:(\\d+)");

    @ParameterizedTest
    @ValueSource(ints = {100, 1000})
    void isWhatTheFormulaSays(int bodyBytes) throws Exception {
        Matcher formula = FORMULA.matcher(ProjectFiles.read("docs/storage.md"));
        assertThat(formula.find()).isTrue();
        double said = Integer.parseInt(formula.group(1)) + Double.parseDouble(formula.group(2)) * bodyBytes;

        assertThat(measured(bodyBytes)).isCloseTo(said, within(0.2 * said));
    }

    private static double measured(int bodyBytes) throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisCli cli = new RedisCli(server.port())) {
            Config config = new Config();
            config.useSingleServer().setAddress(server.uri()).setTimeout(15_000);
            RedissonClient client = Redisson.create(config);
            try {
                DelayQueueMessage queue = RedissonDelayQueue.on(client)
                        .service("orders")
                        .bodyConverter(new FastjsonBodyConverter())
                        .build();
                queue.counts("order-timeout");
                long before = used(cli);
                IntStream.range(0, MESSAGES / IN_ONE_CALL).forEach(i -> queue.schedule(messages(bodyBytes)));
                return (used(cli) - before) / (double) MESSAGES;
            } finally {
                client.shutdown();
            }
        }
    }

    private static List<OutgoingMessage> messages(int bodyBytes) {
        return IntStream.range(0, IN_ONE_CALL)
                .mapToObj(i -> OutgoingMessage.to("order-timeout")
                        .body("x".repeat(bodyBytes))
                        .delay(Duration.ofHours(1).plusMillis(i))
                        .build())
                .toList();
    }

    private static long used(RedisCli cli) throws Exception {
        Matcher used = USED.matcher(cli.say("INFO memory"));
        assertThat(used.find()).isTrue();
        return Long.parseLong(used.group(1));
    }
}
