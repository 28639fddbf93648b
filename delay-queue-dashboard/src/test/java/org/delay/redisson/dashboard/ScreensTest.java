package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.delay.redisson.BulkRequest;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.dashboard.Shop.Security;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.DeadLetterTasks;
import org.junit.jupiter.api.Test;

/**
 * Every screen on a phone and on a desktop in both languages, with no topics, a few, and a thousand, one of which is stuck, and while Redis is
 * away: nothing needs scrolling sideways, and the browser complains of nothing. {@code -Ddashboard.pictures=true} leaves pictures of all, light
 * and dark, in {@code target/screens}, for people to look at.
 */
class ScreensTest {

    private static final boolean HAS_PICTURES = Boolean.getBoolean("dashboard.pictures");

    private static final int HEIGHT = 900;

    private static final Path PICTURES = Path.of("target/screens");

    private static final String REFUSED = "java.net.ConnectException: Connection refused: accounting.example:8443";

    private final Chromium browser = Chromium.get();

    /** Looks at the screen that is open. */
    private void look(String name) {
        for (String language : List.of("en", "zh-CN")) {
            if (!browser.is("document.documentElement.lang === '" + language + "'")) {
                browser.value("document.getElementById('language').click()");
                browser.awaitTrue(
                        "document.documentElement.lang === '" + language + "' && document.querySelector('main h1')");
            }
            fits(name, language);
        }
        browser.value("document.getElementById('language').click()");
        browser.awaitTrue("document.documentElement.lang === 'en' && document.querySelector('main h1')");
    }

    private void fits(String name, String language) {
        for (int width : new int[] {360, 1400}) {
            browser.size(width, HEIGHT);
            assertThat(browser.is("document.documentElement.scrollWidth <= " + width))
                    .as("%s in %s, %d px", name, language, width)
                    .isTrue();
            if (HAS_PICTURES) {
                browser.size(width, heightOfThePage());
                for (boolean dark : new boolean[] {false, true}) {
                    browser.dark(dark);
                    save("%s-%s-%d-%s.png".formatted(name, language, width, dark ? "dark" : "light"));
                }
            }
        }
    }

    /** A dialog is in the middle of the window. A list of a thousand is seen from its first rows. */
    private int heightOfThePage() {
        return browser.is("document.querySelector('dialog')")
                ? HEIGHT
                : Math.min(
                        5 * HEIGHT,
                        ((Number) browser.value("Math.ceil(document.body.getBoundingClientRect().height)")).intValue());
    }

    private void save(String name) {
        try {
            Files.createDirectories(PICTURES);
            Files.write(PICTURES.resolve(name), browser.picture());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void noTopicsAndAFewFit() {
        try (Shop shop = Shop.start(
                Security.NONE, "delay.redisson.dashboard.view-roles=anyone", "spring.application.name=orders")) {
            browser.open(shop.address());
            browser.awaitText("No topics yet");
            for (String screen : List.of("", "load", "dead", "instances", "settings")) {
                browser.go("#/" + screen);
                look("none-" + (screen.isEmpty() ? "overview" : screen));
            }
            fill(shop);
            browser.go("#/");
            browser.awaitText("newsletter");
            look("few-overview");
            for (String screen : List.of(
                    "load",
                    "load/order-timeout/hours",
                    "load/order-timeout/days",
                    "topic/order-timeout",
                    "message/order-timeout/order-4711",
                    "message/order-timeout/order-1",
                    "find/order-timeout/customer-7",
                    "dead",
                    "dead/invoice",
                    "message/invoice/invoice-211")) {
                browser.go("#/" + screen);
                look("few-" + screen.replace('/', '-'));
            }
            assertThat(browser.complaints()).noneMatch(complaint -> complaint.startsWith("SEVERE"));
        }
    }

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
        shop.dieMany("invoice", "invoice-", 212, REFUSED + "\n\tat Accounting.send");
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

    @Test
    void aThousandTopicsFitWithOneThatIsStuckAndWithoutRedis() {
        try (Shop shop = Shop.start(Security.FORM_LOGIN)) {
            shop.dieMany("invoice", "invoice-", 212, REFUSED);
            shop.dieMany("invoice", "address-", 9, "java.lang.IllegalArgumentException: No such address");
            shop.send("orders", "order-4711", "{\"order\":4711}");
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
            browser.awaitText("1–50 of 1,002");
            look("thousand-overview");
            browser.go("#/load");
            look("thousand-load");
            browser.go("#/topic/tenant-417.order-timeout");
            look("stuck-topic");
            browser.go("#/message/orders/order-4711");
            look("operator-message");
            browser.go("#/dead/invoice");
            look("operator-dead");
            for (String language : List.of("en", "zh-CN")) {
                browser.language(language);
                browser.open(shop.address() + "#/dead/invoice");
                browser.click("[data-key^='redrive '][data-key*='ConnectException']");
                browser.awaitTrue("document.querySelector('dialog h2').textContent.includes('212')");
                fits("operator-dialog", language);
            }
            browser.language("en");
            browser.open(shop.address() + "#/");
            browser.awaitText("1–50 of 1,002");
            shop.redis().kill();
            browser.awaitText("There are no new figures");
            look("away-overview");
            for (String screen : List.of("load", "topic/orders", "dead/invoice", "message/orders/order-4711")) {
                browser.go("#/" + screen);
                browser.awaitTrue("!document.getElementById('trouble').hidden");
                look("away-" + screen.replace('/', '-'));
            }
        }
    }
}
