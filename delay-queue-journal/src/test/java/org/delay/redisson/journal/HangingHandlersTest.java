package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.junit.jupiter.api.Test;

/** Handlers of 20 topics hang, and ignore interrupts: ends of other messages are recorded, and theirs when they come back. */
class HangingHandlersTest extends JournalFixture {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int HANGING = 20;
    private static final int HEALTHY = 60;

    private final CountDownLatch release = new CountDownLatch(1);
    private final Set<String> hung = ConcurrentHashMap.newKeySet();
    private final Set<String> delivered = ConcurrentHashMap.newKeySet();

    @Test
    void othersAreRecordedMeanwhile() {
        App app = app(database(Databases.H2, 6)).started();
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < HANGING; i++) {
            messages.add(OutgoingMessage.to("hanging-" + i)
                    .id("h-" + i)
                    .body("")
                    .delay(Duration.ZERO)
                    .build());
        }
        app.queue().schedule(messages);
        DispatchEngine engine = DispatchEngine.builder(app.queue(), new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        handle(topic, messages);
                    }
                })
                .converter(new FastjsonBodyConverter())
                .settings(DispatchSettings.builder()
                        .maxProcessingTime(Duration.ofMillis(300))
                        .maxStuckThreads(1)
                        .build())
                .build();
        engine.start();
        try {
            await().atMost(LONG).until(() -> hung.size() == HANGING);
            for (int i = 0; i < HEALTHY; i++) {
                app.send("m-" + i, Duration.ofMillis(10L * i));
            }
            await().atMost(LONG).until(() -> app.delivered().size() == HEALTHY);
            assertThat(delivered).hasSize(HEALTHY);
            assertThat(app.store().owed(null, app.store().now()).waiting()).isEqualTo(HANGING);
            release.countDown();
            await().atMost(LONG)
                    .until(() -> app.store().owed(null, app.store().now()).waiting() == 0);
        } finally {
            release.countDown();
            engine.stop(Duration.ofSeconds(20));
        }

        assertThat(app.delivered()).hasSize(HEALTHY + HANGING);
        assertThat(app.journal().operations().status().unrecorded()).isZero();
    }

    private void handle(String topic, List<DelayedMessage> messages) {
        if (!topic.startsWith("hanging")) {
            messages.forEach(message -> delivered.add(message.id()));
            return;
        }
        messages.forEach(message -> hung.add(message.id()));
        while (release.getCount() > 0) {
            try {
                release.await();
            } catch (InterruptedException e) {
                // It hangs.
            }
        }
    }
}
