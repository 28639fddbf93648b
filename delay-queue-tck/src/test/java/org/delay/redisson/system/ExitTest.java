package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A message whose handler calls {@code System.exit}: the application stops in order, again and again. */
@Timeout(180)
class ExitTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final String TOPIC = "exiting";

    /** As {@link DispatchingMain} has it. */
    private static final int MOST_EXPIRIES = 3;

    @Test
    void whatEndsTheApplicationIsCountedAndItsNeighboursAreDelivered() throws Exception {
        List<String> attempts = new ArrayList<>();
        try (RedisServer redis = RedisServer.start();
                Application sender = Application.of(redis.uri(), TOPIC)) {
            DelayQueueMessage queue = sender.queue();
            List<OutgoingMessage> messages = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                messages.add(OutgoingMessage.to(TOPIC)
                        .id("id" + i)
                        .body(i == 10 ? "exit" : "body")
                        .delay(Duration.ZERO)
                        .build());
            }
            queue.schedule(messages);

            for (int round = 0; round < MOST_EXPIRIES; round++) {
                try (ChildJvm application =
                        ChildJvm.start(DispatchingMain.class, ChildJvm.QUICK, redis.uri(), TOPIC, "lease=1")) {
                    attempts.add(application.await("exits in attempt"));
                    assertThat(application.awaitEnd()).isEqualTo(1);
                }
                assertThat(neighbours(queue))
                        .allSatisfy(stored -> assertThat(stored.failures() + stored.leaseExpirations())
                                .isLessThanOrEqualTo(attempts.size()));
            }
            try (ChildJvm last = ChildJvm.start(DispatchingMain.class, ChildJvm.QUICK, redis.uri(), TOPIC, "lease=1")) {
                await().atMost(TIMEOUT)
                        .until(
                                () -> queue.find(TOPIC, "id10").map(StoredMessage::state),
                                Optional.of(State.DEAD)::equals);
                await().atMost(TIMEOUT).until(() -> neighbours(queue).isEmpty());
                assertThat(last.isAlive()).isTrue();
            }
            assertThat(queue.counts(TOPIC).dead()).isOne();
        }
        assertThat(attempts).containsExactly("1", "2", "3");
    }

    private static List<StoredMessage> neighbours(DelayQueueMessage queue) {
        List<StoredMessage> found = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            if (i != 10) {
                queue.find(TOPIC, "id" + i).ifPresent(found::add);
            }
        }
        return found;
    }
}
