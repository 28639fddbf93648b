package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.delay.redisson.BulkTask;
import org.delay.redisson.BulkTask.State;
import org.delay.redisson.dashboard.Shop.Security;
import org.delay.redisson.operations.DeadLetterTasks;
import org.junit.jupiter.api.Test;

/** An instance is killed while it works on a task: everybody sees that it was interrupted, and an operator goes on with it. */
class InterruptedTaskTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    @Test
    void anotherInstanceGoesOn() throws IOException {
        Chromium browser = Chromium.get();
        try (Shop shop = Shop.start(Security.FORM_LOGIN)) {
            shop.dieMany("refunds", "refund-", KilledInstance.LETTERS, "no carrier");
            shop.mend();
            Process instance = KilledInstance.start(shop.redis(), "refunds");
            try {
                Awaitility.await()
                        .atMost(LONG)
                        .until(() -> shop.queue().tasks().stream()
                                .anyMatch(task -> task.progress().changed() > 0));
            } finally {
                instance.destroyForcibly();
            }
            browser.open(shop, "operator", "#/dead/refunds");
            browser.awaitText("running");
            browser.awaitText("bob");
            browser.awaitText("interrupted");
            assertThat(task(shop).state()).isEqualTo(State.INTERRUPTED);
            // As TaskWatch does it, now and then.
            shop.bean(DeadLetterTasks.class).reportInterrupted();
            assertThat(shop.ended()).extracting(BulkTask::state).containsExactly(State.INTERRUPTED);
            assertThat(shop.ended().get(0).request().user()).isEqualTo("bob");
            long missing = shop.queue().counts("refunds").dead();
            assertThat(missing).isBetween(1L, KilledInstance.LETTERS - 1L);

            browser.click("[data-key='go-on refunds']");
            browser.awaitText("Redrive " + missing + " of refunds?");
            browser.fill("#rate", "1000");
            browser.click("#confirm");
            Awaitility.await().atMost(LONG).until(() -> task(shop).state() == State.DONE);
            assertThat(task(shop).request().user()).isEqualTo("operator");
            assertThat(task(shop).progress().changed()).isEqualTo(missing);
            browser.awaitText("This topic has no dead letters");
        }
    }

    private static BulkTask task(Shop shop) {
        return shop.queue().tasks().get(0);
    }
}
