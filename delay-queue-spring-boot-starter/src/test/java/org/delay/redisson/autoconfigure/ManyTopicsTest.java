package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.PageRequest;
import org.delay.redisson.operations.QueueOperations;
import org.delay.redisson.operations.TopicReadings;
import org.delay.redisson.operations.TopicsView;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is shown of very many topics is bounded, and its sums are exact. {@code -Dtopics=100000 -Dnamed=100} measures more of them, by
 * the defaults.
 */
@Slf4j
@Timeout(1200)
class ManyTopicsTest {

    static final int TOPICS = Integer.getInteger("topics", 2_500);
    private static final int NAMED = Integer.getInteger("named", 10);
    private static final Duration LONG = Duration.ofMinutes(2);

    @Test
    void whatIsShownIsBoundedAndItsSumsAreExact() {
        try (RedisServer redis = RedisServer.start()) {
            Runners.sendOnly(redis)
                    .withConfiguration(AutoConfigurations.of(
                            DelayQueueMetricsAutoConfiguration.class, DelayQueueHealthAutoConfiguration.class))
                    .withBean(MeterRegistry.class, () -> new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))
                    .withPropertyValues("delay.redisson.metrics.topics=" + NAMED, "delay.redisson.metrics.refresh=1s")
                    .run(context -> {
                        send(context.getBean(DelayQueueMessage.class));
                        long began = System.nanoTime();
                        TopicReadings readings = context.getBean(TopicReadings.class);
                        // The first reading began before the topics were there.
                        await().atMost(LONG)
                                .until(() -> readings.current(LONG)
                                                .orElseThrow()
                                                .counts()
                                                .size()
                                        == TOPICS);
                        tell("a reading", began);
                        aPageIsSmall(context.getBean(QueueOperations.class));
                        pagesShowAll(context.getBean(QueueOperations.class));
                        gaugesNameAFew(context);
                        aScrapeNamesAFew(context.getBean(PrometheusMeterRegistry.class));
                        began = System.nanoTime();
                        await().until(() -> context.getBean("delayQueueHealthIndicator", HealthIndicator.class)
                                .health()
                                .getStatus()
                                .equals(Status.UP));
                        tell("health", began);
                    });
        }
    }

    static void tell(String what, long began) {
        log.info("{} of {} topics took {} ms", what, TOPICS, (System.nanoTime() - began) / 1_000_000);
    }

    /** One message to each topic. */
    static void send(DelayQueueMessage queue) {
        List<OutgoingMessage> messages = IntStream.range(0, TOPICS)
                .mapToObj(i -> OutgoingMessage.to("topic-" + i)
                        .body("x")
                        .delay(Duration.ofHours(1))
                        .build())
                .toList();
        for (int from = 0; from < TOPICS; from += 500) {
            queue.schedule(messages.subList(from, Math.min(TOPICS, from + 500)));
        }
    }

    private static void aPageIsSmall(QueueOperations operations) {
        int most = 50;
        long began = System.nanoTime();
        TopicsView page = operations.topics(Access.READ_ONLY, new PageRequest(null, most), LONG);
        tell("a page of " + most, began);
        began = System.nanoTime();
        page = operations.topics(Access.READ_ONLY, new PageRequest(page.next(), QueueOperations.MAX_TOPICS), LONG);
        tell("a page of " + QueueOperations.MAX_TOPICS, began);
        log.info(
                "the latter has {} characters of JSON",
                JsonMapper.shared().writeValueAsString(page).length());
        assertThat(page.topics()).hasSize(Math.min(TOPICS - most, QueueOperations.MAX_TOPICS));
    }

    /** What Prometheus stores grows with the topics that are named, and not with those that there are. */
    private static void aScrapeNamesAFew(PrometheusMeterRegistry registry) {
        long began = System.nanoTime();
        String scrape = registry.scrape();
        tell("a scrape", began);
        log.info("it has {} lines, {} characters", scrape.lines().count(), scrape.length());
        assertThat(Pattern.compile("topic=\"([^\"]*)\"")
                        .matcher(scrape)
                        .results()
                        .map(tag -> tag.group(1))
                        .distinct())
                .hasSize(NAMED + 1)
                .contains("other");
    }

    private static void pagesShowAll(QueueOperations operations) {
        List<String> shown = new ArrayList<>();
        String cursor = null;
        long began = System.nanoTime();
        do {
            TopicsView page =
                    operations.topics(Access.READ_ONLY, new PageRequest(cursor, QueueOperations.MAX_TOPICS), LONG);
            assertThat(page.topics()).hasSizeLessThanOrEqualTo(QueueOperations.MAX_TOPICS);
            assertThat(page.number()).isEqualTo(TOPICS);
            assertThat(page.total().due()).isEqualTo(TOPICS);
            page.topics().forEach(topic -> shown.add(topic.topic()));
            cursor = page.next();
        } while (cursor != null);
        tell("all pages", began);
        assertThat(shown).hasSize(TOPICS).doesNotHaveDuplicates().isSorted();
    }

    private static void gaugesNameAFew(ApplicationContext context) {
        MeterRegistry registry = context.getBean(MeterRegistry.class);
        long began = System.nanoTime();
        assertThat(registry.get(DelayQueueMeter.TOPICS.getName()).gauge().value())
                .isEqualTo(TOPICS);
        Collection<Gauge> pending =
                registry.get(DelayQueueMeter.PENDING.getName()).gauges();
        assertThat(pending).as("those that are named, and the others").hasSize(NAMED + 1);
        assertThat(pending.stream().mapToDouble(Gauge::value).sum()).isEqualTo(TOPICS);
        tell("gauges", began);
    }
}
