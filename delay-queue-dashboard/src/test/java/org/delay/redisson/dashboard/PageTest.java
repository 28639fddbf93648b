package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.delay.redisson.BulkRequest;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.dashboard.Shop.Security;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.DeadLetterTasks;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The page in a browser. */
class PageTest {

    /** Each would set a variable of the page if any part of it became HTML or a script. */
    private static final List<String> PAYLOADS = List.of(
            "<script>pwned=1</script>",
            "\"><script>pwned=1</script>",
            "'><script>pwned=1</script>",
            "</script><script>pwned=1</script>",
            "<img src=x onerror=pwned=1>",
            "\"><img src=x onerror=pwned=1>",
            "<svg onload=pwned=1>",
            "<svg><script>pwned=1</script></svg>",
            "<body onload=pwned=1>",
            "<iframe srcdoc='<script>parent.pwned=1</script>'>",
            "<iframe src=javascript:parent.pwned=1>",
            "<a href=javascript:pwned=1>x</a>",
            "javascript:pwned=1",
            "<input autofocus onfocus=pwned=1>",
            "<details open ontoggle=pwned=1>",
            "<video><source onerror=pwned=1></video>",
            "<math><mtext><img src=x onerror=pwned=1></mtext></math>",
            "<style>@import'x'</style>",
            "<link rel=stylesheet href=//evil.example/x.css>",
            "<meta http-equiv=refresh content='0;url=javascript:pwned=1'>",
            "<base href=//evil.example/>",
            "<form action=//evil.example><button>x</button></form>",
            "<object data=javascript:pwned=1>",
            "<embed src=javascript:pwned=1>",
            "<template><script>pwned=1</script></template>",
            "${pwned=1}",
            "{{constructor.constructor('pwned=1')()}}",
            "\u2028pwned=1//",
            "`;pwned=1;//",
            "__proto__");

    private static Shop shop;
    private static Chromium browser;

    @BeforeAll
    static void start() {
        browser = Chromium.get();
        shop = Shop.start(Security.FORM_LOGIN, "spring.application.name=<img src=x onerror=pwned=1>");
    }

    @AfterAll
    static void stop() {
        if (shop != null) {
            shop.close();
        }
    }

    private static void open(String user, String screen) {
        browser.open(shop, user, screen);
    }

    /** An id is one line. */
    private static String id(String payload) {
        return payload.replace('\u2028', ' ');
    }

    private static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Test
    void nothingThatAClientChoosesBecomesHtml() {
        assertThat(PAYLOADS).hasSize(30);
        List<OutgoingMessage> messages = new ArrayList<>();
        for (String payload : PAYLOADS) {
            String id = id(payload);
            messages.add(OutgoingMessage.to("payloads")
                    .id(id)
                    .body(payload)
                    .key(payload)
                    .header(id, payload)
                    .delay(Duration.ofHours(1))
                    .build());
            messages.add(OutgoingMessage.to("dead-payloads")
                    .id(id)
                    .body("no " + payload)
                    .delay(Duration.ZERO)
                    .build());
        }
        shop.queue().schedule(messages);
        Awaitility.await().until(() -> shop.queue().counts("dead-payloads").dead() == PAYLOADS.size());
        // A user may have any name too, and so may the cause of a task.
        shop.bean(DeadLetterTasks.class)
                .begin(
                        Access.full(PAYLOADS.get(0)),
                        BulkRequest.Change.REDRIVE,
                        DeadLetterFilter.of("dead-payloads").withFirstLine(PAYLOADS.get(4)),
                        1);
        open("operator", "#/dead/dead-payloads");
        browser.awaitText(PAYLOADS.get(0));
        browser.awaitText("All causes");
        for (int i = 0; i <= PAYLOADS.size(); i++) {
            browser.value("document.querySelectorAll(\"[data-key^='redrive ']\")[" + i + "].click()");
            browser.find("dialog[open]");
            browser.value("document.querySelector('dialog').close()");
        }
        open("reader", "#/topic/payloads");
        browser.awaitText("{{constructor.constructor");
        browser.go("#/dead/dead-payloads");
        browser.awaitText("<svg onload=pwned=1>");
        browser.go("#/instances");
        browser.awaitText("<img src=x onerror=pwned=1>");
        for (String payload : PAYLOADS) {
            String id = encoded(id(payload));
            browser.go("#/message/payloads/" + id);
            browser.click("#show-values");
            browser.awaitTrue("!document.getElementById('body').textContent.includes('*****')");
            browser.go("#/message/dead-payloads/" + id);
            browser.find("pre.error");
            browser.go("#/topic/" + id, "#/load/" + id, "#/dead/" + id, "#/find/payloads/" + id, "#/" + id);
        }

        assertThat(browser.is("window.pwned")).isFalse();
        assertThat(browser.is("document.querySelector('main script, main iframe, main img, main form, main style')"))
                .isFalse();
        assertThat(browser.complaints())
                .noneMatch(
                        complaint -> complaint.contains("Content Security Policy") || complaint.contains("Uncaught"));
    }

    @Test
    void aDeadLetterIsRedrivenOnlyAfterAConfirmation() {
        shop.die("refunds", "42", "card expired");
        open("operator", "#/dead/refunds");
        browser.click("tbody input[type=checkbox]");
        browser.click("[data-key=redrive]");
        browser.find("dialog[open]");
        assertThat(shop.queue().find("refunds", "42").orElseThrow().state()).isEqualTo(State.DEAD);

        int before = shop.events().size();
        browser.click("#confirm");
        Awaitility.await().until(() -> shop.events().size() > before);

        DashboardOperationEvent event = shop.events().get(before);
        assertThat(event.user()).isEqualTo("operator");
        assertThat(event.topic()).isEqualTo("refunds");
        assertThat(event.outcome()).isEqualTo("SCHEDULED");
        assertThat(browser.complaints()).noneMatch(complaint -> complaint.contains("Content Security Policy"));
    }

    /** An empty field would be a delay of zero. */
    @Test
    void nothingIsRescheduledWithoutADelay() {
        shop.send("orders", "no-delay", "later");
        open("operator", "#/message/orders/no-delay");
        browser.click("[data-key=reschedule]");
        browser.type("#delay", Keys.chord(Keys.CONTROL, "a"));
        browser.type("#delay", Keys.DELETE);
        Instant due = shop.queue().find("orders", "no-delay").orElseThrow().at();

        browser.click("#confirm");
        browser.find("dialog[open] #delay:invalid");
        assertThat(shop.queue().find("orders", "no-delay").orElseThrow().at()).isEqualTo(due);

        browser.type("#delay", "90");
        browser.click("#confirm");
        Awaitility.await()
                .until(() -> shop.queue()
                        .find("orders", "no-delay")
                        .orElseThrow()
                        .at()
                        .isAfter(due));
    }

    @Test
    void aTopicIsPausedAndResumedByKeyboard() {
        shop.send("slow", "1", "later");
        open("operator", "#/topic/slow");
        browser.type("[data-key=pause]", Keys.ENTER);
        browser.type("#confirm", Keys.ENTER);
        Awaitility.await().until(() -> shop.queue().paused().contains("slow"));
        browser.awaitText("paused");
        browser.type("[data-key=pause]", Keys.ENTER);
        browser.type("#confirm", Keys.ENTER);
        Awaitility.await().until(() -> !shop.queue().paused().contains("slow"));
    }

    @Test
    void aViewerSeesNoButtonThatChangesAnything() {
        shop.send("orders", "1", "secret");
        open("viewer", "#/message/orders/1");
        browser.awaitText("******");

        assertThat(browser.is("document.querySelector('main button')")).isFalse();
        shop.die("viewed", "1", "no carrier");
        browser.open(shop.address() + "#/dead/viewed");
        browser.awaitText("no carrier");
        assertThat(browser.is("document.querySelector('main button, main input')"))
                .isFalse();
        assertThat(browser.is("document.body.innerText.includes('Ada')")).isFalse();
        browser.open(shop.address() + "#/message/orders/unknown");
        browser.awaitText("There is no message with this id");
    }

    @Test
    void theFocusStaysWhereItIsWhileFiguresChange() {
        shop.send("focus", "1", "later");
        open("viewer", "");
        browser.find("[data-key='topic focus']");
        browser.type("#find-id", "half an id");
        browser.value("document.querySelector(\"[data-key='topic focus']\").focus()");
        shop.send("focus", "2", "later");
        Awaitility.await()
                .until(() -> browser.is("document.querySelector(\"[data-key='topic focus']\").closest('tr')"
                        + ".innerText.includes('2')"));

        assertThat(browser.value("document.getElementById('find-id').value")).isEqualTo("half an id");
        assertThat(browser.value("document.activeElement.getAttribute('data-key')"))
                .isEqualTo("topic focus");
    }

    /** As a browser says it of a tab behind others. */
    private static void hide(boolean hidden) {
        browser.value("Object.defineProperty(document, 'hidden', {configurable: true, get: () => " + hidden + "})"
                + " && document.dispatchEvent(new Event('visibilitychange'))");
    }

    private static long calls() {
        return (Long) browser.value("performance.getEntriesByType('resource')"
                + ".filter(each => each.name.includes('/api/overview')).length");
    }

    @Test
    void aHiddenPageAsksForNothing() {
        open("viewer", "");
        long first = calls();
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> calls() > first + 1);
        hide(true);
        // One answer may be on its way.
        long last = calls() + 1;
        Awaitility.await()
                .during(Duration.ofSeconds(5))
                .atMost(Duration.ofMinutes(1))
                .until(() -> calls() <= last);
        hide(false);
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> calls() > last);
    }

    @Test
    void figuresShowTheirAgeWhileRedisIsAway() {
        try (Shop other = Shop.start(Security.NONE, "delay.redisson.dashboard.view-roles=anyone")) {
            other.send("orders", "1", "later");
            browser.open(other.address());
            browser.awaitText("orders");
            other.redis().kill();
            browser.awaitText("There are no new figures");
            browser.awaitText("Counted");
            assertThat(browser.is("document.body.innerText.includes('orders')")).isTrue();
            other.redis().restart();
            browser.awaitTrue("document.getElementById('trouble').hidden");
        }
    }

    @Test
    void aThousandTopicsAreShownOnAPhoneWithoutScrollingSideways() {
        try (Shop other = Shop.start(Security.NONE, "delay.redisson.dashboard.view-roles=anyone")) {
            browser.open(other.address());
            browser.awaitText("No topics yet");
            List<OutgoingMessage> messages = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                messages.add(OutgoingMessage.to("topic-with-a-rather-long-name-" + i)
                        .body("x")
                        .delay(Duration.ofHours(1))
                        .build());
            }
            other.queue().schedule(messages);
            browser.awaitText("1–50 of 1,000");
            browser.click("[data-key=next]");
            browser.awaitText("51–100 of 1,000");
            browser.type("[data-key=filter]", "name-99");
            browser.awaitTrue("document.querySelectorAll('tbody tr').length === 11");
            for (int width : new int[] {360, 1400}) {
                browser.size(width, 800);
                assertThat(browser.is("document.documentElement.scrollWidth <= " + width))
                        .as("%d px", width)
                        .isTrue();
            }
            browser.size(1280, 900);
        }
    }
}
