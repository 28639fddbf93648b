package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.delay.redisson.BulkRequest;
import org.delay.redisson.BulkTask;
import org.delay.redisson.BulkTask.State;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.Load;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.dashboard.Shop.Security;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.DeadLetterTasks;
import org.delay.redisson.operations.LoadScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What the dashboard costs, on a machine that does nothing else: {@code -Ddashboard.targets=true}. Adds its figures to
 * {@code target/dashboard-targets.md}, and fails for none of them.
 */
@EnabledIfSystemProperty(named = "dashboard.targets", matches = "true")
class TargetsTest {

    private static final Path REPORT = Path.of("target/dashboard-targets.md");
    private static final Duration LONG = Duration.ofMinutes(5);

    private static final int WAITING = Integer.getInteger("dashboard.waiting", 3_000_000);
    private static final int DEAD = Integer.getInteger("dashboard.dead", 100_000);
    private static final int TOPICS = 1_000;
    private static final int ROUNDS = 21;

    private static final int PHASES = Integer.getInteger("dashboard.phases", 4);
    private static final int SECONDS = 15;
    private static final int PER_SECOND = 500;
    private static final int PAGES = 5;

    private static void report(String measurement, String target, String seen) throws IOException {
        Files.createDirectories(REPORT.getParent());
        Files.writeString(
                REPORT,
                "| %s | %s | %s |%n".formatted(measurement, target, seen),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.1f" : "%,.0f", value);
    }

    /** Median and range. */
    private static String summary(List<Double> values, String unit) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return "%s %s (%s … %s)"
                .formatted(text(sorted[sorted.length / 2]), unit, text(sorted[0]), text(sorted[sorted.length - 1]));
    }

    @Test
    void thePageIsSmall() throws IOException {
        PageFiles files = new PageFiles();
        int bytes = PageFiles.NAMES.stream()
                .mapToInt(name -> files.find(name).orElseThrow().compressedSize())
                .sum();

        report("all files of the page, compressed", "≤ 60 kB", text(bytes / 1_000.0) + " kB");
    }

    /** From the request for the page until rows of its table are drawn, in a browser that has kept nothing. */
    @Test
    void theFirstViewOfAThousandTopics() throws IOException {
        Chromium browser = Chromium.get();
        try (Shop shop = Shop.start(Security.NONE, "delay.redisson.dashboard.view-roles=anyone")) {
            List<OutgoingMessage> messages = new ArrayList<>();
            for (int i = 0; i < TOPICS; i++) {
                messages.add(OutgoingMessage.to("topic-" + i)
                        .body("x")
                        .delay(Duration.ofMinutes(1 + i % 50))
                        .build());
            }
            shop.schedule(messages);
            browser.onEachPage("""
                    new MutationObserver(() => document.querySelector("tbody tr")
                        && requestAnimationFrame(() => setTimeout(() => window.firstRow ??= performance.now())))
                      .observe(document, {childList: true, subtree: true});
                    """);
            List<Double> all = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                browser.open(shop.address());
                browser.awaitTrue("window.firstRow");
                all.add(((Number) browser.value("window.firstRow")).doubleValue());
            }
            report("first view with 1,000 topics, the first one of an application", "≤ 1 s", text(all.get(0)) + " ms");
            report("first view with 1,000 topics, later ones", "≤ 1 s", summary(all.subList(1, ROUNDS), "ms"));
        }
    }

    @Test
    void theLoadOfManyMessages() throws IOException {
        try (Shop shop = Shop.start(Security.NONE, "delay.redisson.auto-startup=false")) {
            for (int from = 0; from < WAITING; from += 1_000) {
                List<OutgoingMessage> messages = new ArrayList<>();
                for (int i = from; i < from + 1_000; i++) {
                    messages.add(OutgoingMessage.to("load")
                            .body("x")
                            .delay(Duration.ofMillis(60_000 + i * 7_140_000L / WAITING))
                            .build());
                }
                shop.queue().schedule(messages);
            }
            List<Double> millis = new ArrayList<>();
            for (int i = 0; i < 10 * ROUNDS; i++) {
                long began = System.nanoTime();
                Load load = shop.queue().load(List.of("load"), LoadScale.MINUTES.bucket(), LoadScale.MINUTES.buckets());
                millis.add((System.nanoTime() - began) / 1e6);
                assertThat(load.total()).isEqualTo(WAITING);
            }
            report("load of %,d messages in 120 buckets".formatted(WAITING), "≤ 20 ms", summary(millis, "ms"));
        }
    }

    /** While nothing is delivered, so that it is the redrive that is measured, and then while it is. */
    @Test
    void aRedriveAtFullSpeed() throws IOException {
        try (Shop shop =
                Shop.start(Security.NONE, "logging.level.org.delay.redisson.engine.settle.SettlementReporter=off")) {
            shop.dieMany("dead", "first-", DEAD, "no carrier");
            shop.mend();
            report("redrive of %,d while they are delivered".formatted(DEAD), "≥ 5,000/s", redriven(shop));
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> shop.queue().counts("dead").due() == 0);
            shop.breakAgain();
            shop.dieMany("dead", "second-", DEAD, "no carrier");
            shop.stopDispatching();
            report("redrive of %,d while nothing is delivered".formatted(DEAD), "≥ 5,000/s", redriven(shop));
        }
    }

    private static String redriven(Shop shop) {
        shop.bean(DeadLetterTasks.class)
                .begin(
                        Access.full("operator"),
                        BulkRequest.Change.REDRIVE,
                        DeadLetterFilter.of("dead"),
                        BulkRequest.MAX_RATE);
        Awaitility.await().atMost(LONG).until(() -> shop.queue().tasks().get(0).state() != State.RUNNING);
        BulkTask task = shop.queue().tasks().get(0);
        assertThat(task.progress().changed()).isEqualTo(DEAD);
        return text(DEAD * 1e3 / task.took().toMillis()) + "/s";
    }

    /** Each phase with pages that look has one without beside it, since a machine is not the same all the time. */
    @Test
    void latenessWhilePeopleLook() throws Exception {
        try (Shop shop = Shop.start(Security.PERMIT_ALL)) {
            for (int i = 0; i < 50; i++) {
                shop.send("topic-" + i, "1", "x");
            }
            phase(shop, false);
            phase(shop, true);
            List<List<Double>> alone = List.of(new ArrayList<>(), new ArrayList<>());
            List<List<Double>> watched = List.of(new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < 2 * PHASES; i++) {
                // Alone, watched, watched, alone: neither is always the later one.
                boolean isWatched = i % 4 == 1 || i % 4 == 2;
                double[] late = phase(shop, isWatched);
                List<List<Double>> all = isWatched ? watched : alone;
                all.get(0).add(late[late.length / 2] / 1e3);
                all.get(1).add(late[late.length * 99 / 100] / 1e3);
            }
            String what = "%s lateness at %d messages a second, %s";
            report(what.formatted("median", PER_SECOND, "nobody looks"), "", summary(alone.get(0), "ms"));
            report(
                    what.formatted("median", PER_SECOND, PAGES + " pages look"),
                    "≤ 10 % worse",
                    summary(watched.get(0), "ms"));
            report(what.formatted("p99", PER_SECOND, "nobody looks"), "", summary(alone.get(1), "ms"));
            report(
                    what.formatted("p99", PER_SECOND, PAGES + " pages look"),
                    "≤ 10 % worse",
                    summary(watched.get(1), "ms"));
        }
    }

    /** Sorted, in µs. */
    private static double[] phase(Shop shop, boolean isWatched) throws ExecutionException, InterruptedException {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < SECONDS * PER_SECOND; i++) {
            messages.add(OutgoingMessage.to("punctual-" + i % 10)
                    .body("x")
                    .delay(Duration.ofMillis(2_000 + i * 1_000L / PER_SECOND))
                    .build());
        }
        shop.latenesses().clear();
        shop.schedule(messages);
        AtomicBoolean isOver = new AtomicBoolean();
        ExecutorService pages = Executors.newFixedThreadPool(PAGES);
        List<Future<?>> looking = new ArrayList<>();
        for (int i = 0; isWatched && i < PAGES; i++) {
            int number = i;
            looking.add(pages.submit(() -> look(new Visitor(shop.address()).basic("viewer"), number, isOver)));
        }
        Awaitility.await().atMost(LONG).until(() -> shop.latenesses().size() >= messages.size());
        isOver.set(true);
        for (Future<?> each : looking) {
            each.get();
        }
        pages.shutdown();
        return shop.latenesses().stream()
                .mapToDouble(Long::doubleValue)
                .sorted()
                .toArray();
    }

    /** As a page does: every two seconds. Pages show different screens. */
    private static void look(Visitor visitor, int number, AtomicBoolean isOver) {
        String[] screens = {
            "api/overview",
            "api/load?scale=minutes",
            "api/topic?topic=punctual-3",
            "api/overview?dead=",
            "api/load?scale=hours&topic=punctual-1"
        };
        while (!isOver.get()) {
            assertThat(visitor.get(screens[number % screens.length]).statusCode())
                    .isEqualTo(200);
            Awaitility.await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
        }
    }
}
