package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.delay.redisson.BulkRequest;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.dashboard.Shop.Security;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.DeadLetterTasks;
import org.junit.jupiter.api.Test;

/**
 * Every screen on a phone and on a desktop, light or dark, in both languages: nothing needs scrolling sideways, and the browser complains of
 * nothing. Leaves pictures in {@code target/screens}, for people to look at.
 */
class ScreensTest {

    private static final Path PICTURES = Path.of("target/screens");

    private static final Map<String, String> SCREENS = new LinkedHashMap<>(Map.ofEntries(
            Map.entry("overview", "#/"),
            Map.entry("load", "#/load"),
            Map.entry("load-hours", "#/load/order-timeout/hours"),
            Map.entry("topic", "#/topic/order-timeout"),
            Map.entry("message", "#/message/order-timeout/order-4711"),
            Map.entry("unknown", "#/message/order-timeout/order-1"),
            Map.entry("key", "#/find/order-timeout/customer-7"),
            Map.entry("dead", "#/dead"),
            Map.entry("dead-letters", "#/dead/invoice"),
            Map.entry("instances", "#/instances"),
            Map.entry("settings", "#/settings")));

    private static void fill(Shop shop) {
        for (int i = 0; i < 40; i++) {
            shop.send("order-timeout", "order-" + (4_711 + i), "{\"order\":" + (4_711 + i) + ",\"total\":\"24.90\"}");
        }
        Random random = new Random(17);
        List<OutgoingMessage> coming = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            int minutes = (int) Math.abs(random.nextGaussian() * 25 + (i % 3 == 0 ? 75 : 30));
            coming.add(OutgoingMessage.to(i % 4 == 0 ? "payment-reminder" : "order-timeout")
                    .body("x")
                    .delay(i < 900 ? Duration.ZERO : i > 2_800 ? Duration.ofHours(i % 47) : Duration.ofMinutes(minutes))
                    .build());
        }
        shop.schedule(coming);
        shop.dieMany(
                "invoice",
                "invoice-",
                212,
                "java.net.ConnectException: Connection refused: accounting.example:8443\n\tat Accounting.send");
        shop.dieMany("invoice", "address-", 9, "java.lang.IllegalArgumentException: No such address");
        shop.bean(DeadLetterTasks.class)
                .begin(
                        Access.full("operator"),
                        BulkRequest.Change.REDRIVE,
                        DeadLetterFilter.of("invoice").withLimit(212),
                        1);
        shop.queue().pause("newsletter");
        shop.queue()
                .schedule(List.of(OutgoingMessage.to("newsletter")
                        .id("spring")
                        .body("hello")
                        .delay(Duration.ZERO)
                        .build()));
    }

    /** A thousand topics, one of which is late since nobody dispatches; the dialog of a task; Redis away. */
    @Test
    void unusualStatesFit() throws IOException {
        Files.createDirectories(PICTURES);
        try (Chromium browser = Chromium.start();
                Shop shop = Shop.start(Security.FORM_LOGIN)) {
            shop.dieMany(
                    "invoice",
                    "invoice-",
                    212,
                    "java.net.ConnectException: Connection refused: accounting.example:8443");
            shop.dieMany("invoice", "address-", 9, "java.lang.IllegalArgumentException: No such address");
            shop.stopDispatching();
            List<OutgoingMessage> messages = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                messages.add(OutgoingMessage.to(String.format("tenant-%03d.order-timeout", i))
                        .body("x")
                        .delay(Duration.ofMinutes(i % 59 + 1L))
                        .build());
            }
            for (int i = 0; i < 431; i++) {
                messages.add(OutgoingMessage.to("tenant-417.order-timeout")
                        .body("x")
                        .delay(Duration.ZERO)
                        .build());
            }
            shop.schedule(messages);
            browser.open(shop, "operator", "#/");
            browser.awaitText("1–50 of 1,001");
            pictures(browser, "thousand");
            browser.open(shop.address() + "#/dead/invoice");
            browser.click("[data-key^='redrive '][data-key*='ConnectException']");
            browser.awaitText("Redrive 212 of invoice?");
            pictures(browser, "dialog");
            browser.open(shop.address() + "#/");
            browser.awaitText("1–50 of 1,001");
            shop.redis().kill();
            browser.awaitText("There are no new figures");
            pictures(browser, "away");
        }
    }

    private static void pictures(Chromium browser, String name) throws IOException {
        for (int width : new int[] {360, 1400}) {
            browser.size(width, 900);
            browser.dark(width < 1000);
            assertThat(browser.is("document.documentElement.scrollWidth <= " + width))
                    .as("%s, %d px", name, width)
                    .isTrue();
            Files.write(PICTURES.resolve(name + "-" + width + ".png"), browser.picture());
        }
    }

    @Test
    void everyScreenFits() throws IOException {
        Files.createDirectories(PICTURES);
        try (Chromium browser = Chromium.start();
                Shop shop = Shop.start(
                        Security.NONE,
                        "delay.redisson.dashboard.view-roles=anyone",
                        "spring.application.name=orders")) {
            browser.size(1400, 900);
            browser.open(shop.address());
            browser.awaitText("No topics yet");
            Files.write(PICTURES.resolve("empty.png"), browser.picture());
            fill(shop);
            browser.awaitText("newsletter");
            for (String language : List.of("en", "zh-CN")) {
                browser.value("localStorage.setItem('delay-queue-language', '" + language + "')");
                for (Map.Entry<String, String> screen : SCREENS.entrySet()) {
                    browser.open(shop.address() + screen.getValue());
                    browser.find("main h1, main .tiles");
                    for (int width : new int[] {360, 1400}) {
                        browser.size(width, 900);
                        assertThat(browser.is("document.documentElement.scrollWidth <= " + width))
                                .as("%s in %s, %d px", screen.getKey(), language, width)
                                .isTrue();
                        // Each width and each language is seen in both.
                        boolean dark = language.equals("en") == (width < 1000);
                        browser.dark(dark);
                        String name =
                                "%s-%s-%d-%s.png".formatted(screen.getKey(), language, width, dark ? "dark" : "light");
                        Files.write(PICTURES.resolve(name), browser.picture());
                    }
                }
            }
            assertThat(browser.complaints()).noneMatch(complaint -> complaint.startsWith("SEVERE"));
        }
    }
}
