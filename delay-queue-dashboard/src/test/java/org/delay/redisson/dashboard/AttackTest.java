package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.delay.redisson.BulkTask;
import org.delay.redisson.BulkTask.State;
import org.delay.redisson.dashboard.Shop.Security;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Rarer terms than those of the other tests, for {@code -Ddashboard.attack=true}. */
@EnabledIfSystemProperty(named = "dashboard.attack", matches = "true")
class AttackTest {

    private static final int OPERATORS = 12;

    /** Two instances of one service, below different paths; many operators press at once. */
    @Test
    void ofManyWhoPressAtOnceOneIsHeard() throws Exception {
        try (Shop a = Shop.start(Security.PERMIT_ALL, "server.servlet.context-path=/a");
                Shop b = Shop.start(
                        Security.PERMIT_ALL,
                        "server.servlet.context-path=/b/c",
                        "delay.redisson.dashboard.path=/ops/queue",
                        "spring.data.redis.port=" + a.redis().port())) {
            a.dieMany("refunds", "refund-", 300, "no carrier");
            a.dieMany("refunds", "single-", 1, "other");
            a.mend();
            b.mend();

            assertThat(atOnce(a, b, "api/redrive", Map.of("topic", "refunds", "ids", List.of("single-0"))))
                    .filteredOn(answer -> answer.contains("SCHEDULED"))
                    .hasSize(1);
            List<String> begun = atOnce(
                    a,
                    b,
                    "api/begin",
                    Map.of("topic", "refunds", "change", "REDRIVE", "perSecond", 20, "limit", 300, "typed", "refunds"));
            assertThat(begun).filteredOn(answer -> answer.contains("STARTED")).hasSize(1);
            assertThat(begun)
                    .filteredOn(answer -> answer.contains("ALREADY_RUNNING"))
                    .hasSize(OPERATORS - 1);
            Awaitility.await().until(() -> a.queue().tasks().get(0).progress().changed() > 0);
            assertThat(atOnce(b, b, "api/stop", Map.of("topic", "refunds")))
                    .allMatch(answer -> answer.contains("STOPP"));
            Awaitility.await().until(() -> a.ended().size() + b.ended().size() == 1);
            BulkTask ended = a.ended().isEmpty() ? b.ended().get(0) : a.ended().get(0);
            assertThat(ended.state()).isEqualTo(State.STOPPED);
            assertThat(a.queue().counts("refunds").dead())
                    .isEqualTo(300 - ended.progress().changed());
        }
    }

    private static List<String> atOnce(Shop a, Shop b, String path, Map<String, ?> body) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(OPERATORS);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<String>> answers = new ArrayList<>();
        for (int i = 0; i < OPERATORS; i++) {
            Visitor operator = new Visitor((i % 2 == 0 ? a : b).address()).basic("operator");
            answers.add(threads.submit(() -> {
                start.await();
                return operator.post(path, body).body();
            }));
        }
        start.countDown();
        List<String> all = new ArrayList<>();
        for (Future<String> each : answers) {
            all.add(each.get());
        }
        threads.shutdown();
        return all;
    }

    /** It answers, but each answer takes two seconds. */
    @Test
    void aSlowRedisIsNotTakenForNone() throws IOException {
        Chromium browser = Chromium.get();
        try (SlowRedis redis = new SlowRedis();
                Shop shop = Shop.start(
                        Security.FORM_LOGIN,
                        "spring.data.redis.port=" + redis.port(),
                        "spring.data.redis.timeout=20s")) {
            shop.send("orders", "1", "later");
            browser.open(shop, "operator", "#/topic/orders");
            browser.awaitText("Due time");
            redis.delay(Duration.ofSeconds(2));
            browser.awaitText("There are no new figures: Redis has not answered for 2 s");
            assertThat(browser.is("document.querySelector('main').innerText.includes('Due time')"))
                    .isTrue();
            browser.click("[data-key=pause]");
            browser.doubleClick("#confirm");
            Awaitility.await().until(() -> !shop.events().isEmpty());
            redis.delay(Duration.ZERO);
            browser.awaitText("paused");
            browser.awaitTrue("document.getElementById('trouble').hidden");
            assertThat(shop.events())
                    .extracting(DashboardOperationEvent::outcome)
                    .containsExactly("PAUSED");
            assertThat(browser.complaints()).noneMatch(complaint -> complaint.contains("Uncaught"));
        }
    }

    /** Markup, a change of direction, a line break, and no place to break. */
    @Test
    void aHostileNameOfTheApplicationStaysText() {
        Chromium browser = Chromium.get();
        String name = "<b>x</b>\u202egnp.exe\u2028" + "W".repeat(120) + "'\"&lt;";
        try (Shop shop = Shop.start(
                Security.NONE, "delay.redisson.dashboard.view-roles=anyone", "spring.application.name=" + name)) {
            browser.open(shop.address() + "#/instances");
            browser.awaitText("<b>x</b>");
            for (int width : new int[] {360, 1400}) {
                browser.size(width, 900);
                assertThat(browser.is("document.documentElement.scrollWidth <= " + width))
                        .isTrue();
            }
            assertThat(browser.is("document.querySelector('main b')")).isFalse();
        }
    }
}
