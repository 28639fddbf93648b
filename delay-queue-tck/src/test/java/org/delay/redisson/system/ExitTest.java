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
@Timeout(300)
class ExitTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final String TOPIC = "exiting";

    /** As {@link DispatchingMain} has it. */
    private static final int MOST_EXPIRIES = 3;

    @Test
    void whatEndsTheApplicationIsCountedAndItsNeighboursAreDelivered() throws Exception {
        List<Integer> attempts = new ArrayList<>();
        try (RedisServer redis = RedisServer.start();
                Application sender = Application.patient(redis.uri(), TOPIC)) {
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

            boolean ended = true;
            while (ended) {
                try (ChildJvm application =
                        ChildJvm.start(DispatchingMain.class, ChildJvm.QUICK, redis.uri(), TOPIC, "lease=2")) {
                    ended = endsBeforeItIsDead(application, queue);
                    if (ended) {
                        attempts.add(Integer.valueOf(application.await("exits in attempt")));
                        assertThat(application.awaitEnd()).isEqualTo(1);
                    } else {
                        await().atMost(TIMEOUT).until(() -> neighbours(queue).isEmpty());
                        assertThat(application.isAlive()).isTrue();
                    }
                }
                assertThat(neighbours(queue))
                        .allSatisfy(stored -> assertThat(stored.failures() + stored.leaseExpirations())
                                // And once more for a lease that ran out with the machine at rest.
                                .isLessThanOrEqualTo(attempts.size() + 1));
            }
            assertThat(queue.counts(TOPIC).dead()).isOne();
            assertThat(queue.find(TOPIC, "id10").orElseThrow().leaseExpirations())
                    .isEqualTo(MOST_EXPIRIES);
        }
        // A lease that ran out before its handler began, with the machine at rest, is counted too.
        assertThat(attempts).isNotEmpty().isSubsetOf(1, 2, 3).isSorted().doesNotHaveDuplicates();
    }

    private static boolean endsBeforeItIsDead(ChildJvm application, DelayQueueMessage queue) {
        await().atMost(TIMEOUT).until(() -> !application.isAlive() || isDead(queue));
        return !isDead(queue);
    }

    private static boolean isDead(DelayQueueMessage queue) {
        return queue.find(TOPIC, "id10").map(StoredMessage::state).equals(Optional.of(State.DEAD));
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
