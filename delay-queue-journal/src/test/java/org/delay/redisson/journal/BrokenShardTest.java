package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.delay.redisson.Receipt.Outcome;
import org.junit.jupiter.api.Test;

/** A shard that fails is not all of Redis: of a Cluster, one master may be down. */
class BrokenShardTest extends JournalFixture {

    @Override
    int shards() {
        return 4;
    }

    @Test
    void messagesOfOtherShardsAreSentAtOnce() {
        App app = app(database(Databases.H2, 4)).started();
        RedisConsole console = new RedisConsole(redis);
        String shard = "delay:{" + service + ":0}:";
        Map<Boolean, List<String>> ids = IntStream.range(0, 40)
                .mapToObj(i -> "id-" + i)
                .collect(Collectors.partitioningBy(id -> {
                    app.send(id, LATER);
                    return console.call("HEXISTS " + shard + "body:" + TOPIC + " " + id)
                            .equals(":1");
                }));
        assertThat(console.call("SET " + shard + "wake broken")).isEqualTo("+OK");

        assertThat(app.send(ids.get(true).get(0), LATER).outcome()).isEqualTo(Outcome.RECORDED);

        String other = ids.get(false).get(0);
        await().atMost(Duration.ofMinutes(1))
                .during(Duration.ofSeconds(3))
                .until(() -> app.send(other, LATER).outcome() == Outcome.REPLACED);
    }
}
