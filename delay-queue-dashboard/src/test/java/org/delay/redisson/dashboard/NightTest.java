package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.delay.redisson.BulkTask;
import org.delay.redisson.BulkTask.State;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.dashboard.Shop.Security;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * What an operator does at three in the morning, in a browser: many dead letters of one cause among others are found, redriven at a rate,
 * stopped, and gone on with; a message is found by its key; a topic is paused and resumed. {@code -Ddashboard.night=4312} has as many.
 */
@ExtendWith(OutputCaptureExtension.class)
class NightTest {

    private static final int LETTERS = Integer.getInteger("dashboard.night", 130);
    private static final int PER_SECOND = Integer.getInteger("dashboard.rate", 30);
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final String CAUSE = "java.net.ConnectException: Connection refused: carrier.example:443";

    @Test
    void aNight(CapturedOutput output) {
        Chromium browser = Chromium.get();
        try (Shop shop = Shop.start(Security.FORM_LOGIN)) {
            shop.dieMany("shipment", "refused-", LETTERS, CAUSE + "\n\tat Carrier.send");
            shop.dieMany("shipment", "address-", 40, "java.lang.IllegalArgumentException: No such address");
            shop.dieMany("shipment", "weight-", 17, "java.lang.IllegalStateException: Too heavy");
            shop.queue()
                    .schedule(List.of(OutgoingMessage.to("order-timeout")
                            .id("order-4711")
                            .key("customer-4711")
                            .body("{}")
                            .delay(Duration.ofHours(1))
                            .build()));
            shop.mend();

            browser.open(shop, "operator", "#/dead/shipment");
            browser.awaitText(CAUSE);
            redrive(browser, shop);
            stop(browser, shop);
            goOn(browser, shop);
            findByKey(browser);
            pauseAndResume(browser, shop);

            assertThat(browser.complaints())
                    .noneMatch(complaint -> complaint.startsWith("SEVERE") && !complaint.contains("/favicon.ico"));
            assertThat(shop.events())
                    .allSatisfy(event -> assertThat(event.user()).isEqualTo("operator"))
                    .extracting(DashboardOperationEvent::outcome)
                    .containsExactly("STARTED", "STOPPING", "STARTED", "PAUSED", "RESUMED");
            shop.events()
                    .forEach(event -> assertThat(output)
                            .contains("Operation by operator: "
                                    + event.operation().substring(0, 25)));
            assertThat(shop.ended())
                    .allSatisfy(task -> assertThat(task.request().user()).isEqualTo("operator"))
                    .extracting(BulkTask::state)
                    .containsExactly(State.STOPPED, State.DONE);
            shop.ended()
                    .forEach(task -> assertThat(output)
                            .containsPattern("Operation by operator: task: BulkRequest\\[change=REDRIVE.*: "
                                    + task.state() + " Progress\\[changed="
                                    + task.progress().changed()));
        }
    }

    /** The cause with the most letters comes first. */
    private static void redrive(Chromium browser, Shop shop) {
        browser.click("[data-key^='redrive '][data-key*='ConnectException']");
        browser.awaitText("Redrive %,d of shipment?".formatted(LETTERS));
        browser.click("#confirm");
        browser.awaitText("This is not the topic's name");
        browser.fill("#typed", "shipment");
        browser.fill("#rate", String.valueOf(PER_SECOND));
        browser.doubleClick("#confirm");
        Awaitility.await().atMost(LONG).until(() -> changed(shop) > 0);
        // They have the same cause, but nobody confirmed them.
        shop.die("shipment", "later", CAUSE);
    }

    private static void stop(Chromium browser, Shop shop) {
        browser.click("[data-key='stop shipment']");
        browser.click("#confirm");
        Awaitility.await().atMost(LONG).until(() -> task(shop).state() == State.STOPPED);
        browser.awaitText("stopped");
        long changed = changed(shop);
        assertThat(changed).isBetween(1L, LETTERS - 1L);
        assertThat(shop.queue().counts("shipment").dead()).isEqualTo(LETTERS + 40 + 17 + 1 - changed);
    }

    private static void goOn(Chromium browser, Shop shop) {
        long missing = LETTERS - changed(shop);
        browser.click("[data-key='go-on shipment']");
        browser.awaitText("Redrive %,d of shipment?".formatted(missing));
        if (missing > 100) {
            browser.fill("#typed", "shipment");
        }
        browser.click("#confirm");
        Awaitility.await().atMost(LONG).until(() -> task(shop).state() == State.DONE);
        browser.awaitText("done");
        assertThat(changed(shop)).isEqualTo(missing);
        assertThat(shop.queue().counts("shipment").dead()).isEqualTo(40 + 17 + 1);
    }

    private static BulkTask task(Shop shop) {
        return shop.queue().tasks().get(0);
    }

    private static long changed(Shop shop) {
        return shop.queue().tasks().stream()
                .mapToLong(task -> task.progress().changed())
                .sum();
    }

    private static void findByKey(Chromium browser) {
        browser.click("[data-key='nav ']");
        browser.fill("#find-topic", "order-timeout");
        browser.fill("#find-key", "customer-4711");
        browser.click("#find-go");
        browser.click("[data-key='id order-4711']");
        browser.awaitText("Next delivery");
    }

    private static void pauseAndResume(Chromium browser, Shop shop) {
        browser.click(".crumbs a");
        browser.click("[data-key=pause]");
        browser.click("#confirm");
        Awaitility.await().until(() -> shop.queue().paused().contains("order-timeout"));
        browser.awaitText("paused");
        browser.click("[data-key=pause]");
        browser.click("#confirm");
        Awaitility.await().until(() -> shop.queue().paused().isEmpty());
    }
}
