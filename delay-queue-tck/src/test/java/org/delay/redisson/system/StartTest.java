package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application that begins with many sends at once. */
@Timeout(300)
@Tag("measured")
class StartTest {

    @Test
    void manyFirstSendsAskForTheShardMapOnce() {
        try (RedisServer redis = RedisServer.start();
                Application application = Application.patient(redis.uri(), "start")) {
            CompletableFuture<?>[] sends = IntStream.range(0, 500)
                    .mapToObj(i -> application
                            .queue()
                            .scheduleAsync(List.of(OutgoingMessage.to("start")
                                    .body("body")
                                    .delay(Duration.ofMinutes(1))
                                    .build())))
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(sends).join();
            assertThat(application.queue().counts("start").due()).isEqualTo(500);
            // The list of shard counts is the only list: all sends together found none and began one, and the counts
            // read it.
            assertThat(RedisCommand.run(redis, "INFO commandstats")).contains("cmdstat_lrange:calls=3,");
        }
    }
}
