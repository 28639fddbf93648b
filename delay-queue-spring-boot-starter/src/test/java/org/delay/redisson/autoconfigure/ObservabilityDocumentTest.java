package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.common.docs.KeyName;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.operations.SharedTopicReadings;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointProperties;

/** The table of meters in the documentation is that of the enum, and names what is there. */
class ObservabilityDocumentTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "observability.md");

    private static final Pattern SERIES = Pattern.compile("\\bdelay_queue_\\w+");

    private static List<String> lines() throws IOException {
        return Files.readAllLines(DOCUMENT);
    }

    @Test
    void showsEveryMeter() throws IOException {
        List<String> expected = Arrays.stream(DelayQueueMeter.values())
                .map(ObservabilityDocumentTest::row)
                .toList();

        assertThat(lines().stream()
                        .filter(line -> line.startsWith("| `delay.queue."))
                        .toList())
                .as("rows of the table in docs/observability.md; they are to be:%n%s", String.join("\n", expected))
                .isEqualTo(expected);
    }

    @Test
    void explainsEveryReasonOfADeferral() throws IOException {
        List<String> reasons = Arrays.stream(DeferralReason.values())
                .map(reason -> reason.name().toLowerCase(Locale.ROOT))
                .toList();

        assertThat(lines().stream()
                        .dropWhile(line -> !line.startsWith("| `reason` |"))
                        .skip(2)
                        .takeWhile(line -> line.startsWith("|"))
                        .map(line -> line.substring(3, line.indexOf("` |"))))
                .containsExactlyInAnyOrderElementsOf(reasons);
    }

    /** By the names that Prometheus gives them. */
    @Test
    void namesSeriesThatAScrapeHas() throws IOException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        QueueMeters meters = new QueueMeters(registry, new TopicTags(1), new DestinationTags(1, topic -> "consumer"));
        DelayedMessage message = new DelayedMessage("orders", "4711", "", null, Map.of(), Instant.EPOCH, 4, 1);
        meters.delivered(message, Duration.ZERO, Duration.ZERO);
        meters.dead(message, "no such order", null);
        meters.deferred("orders", DeferralReason.CONCURRENCY_LIMIT);
        new DestinationGauges(registry, new DestinationTags(1, topic -> "kafka"), List::of).started(message);
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
        queue.pause("orders");
        TopicGauges gauges =
                new TopicGauges(registry, new SharedTopicReadings(queue, null, Duration.ZERO), new TopicTags(1));
        gauges.afterSingletonsInstantiated();
        await().until(() -> registry.scrape().contains("delay_queue_paused{"));
        Set<String> scraped = found(SERIES, registry.scrape());

        String document = Files.readString(DOCUMENT);

        assertThat(found(SERIES, document)).isNotEmpty().isSubsetOf(scraped);
    }

    @Test
    void readinessIsAskedForByAPropertyOfSpringBoots() throws IOException {
        Properties shown = new Properties();
        shown.load(new StringReader(block("properties")));

        HealthEndpointProperties bound = new Binder(new MapConfigurationPropertySource(shown))
                .bind(
                        "management.endpoint.health",
                        Bindable.of(HealthEndpointProperties.class),
                        new NoUnboundElementsBindHandler(BindHandler.DEFAULT))
                .get();

        assertThat(shown).hasSize(1);
        assertThat(bound.getGroup().get("readiness").getInclude())
                .containsExactlyInAnyOrder("readinessState", "delayQueue");
    }

    private static String block(String language) throws IOException {
        Matcher block = Pattern.compile("(?ms)^```" + language + "\n(.*?)^```").matcher(Files.readString(DOCUMENT));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    private static String row(DelayQueueMeter meter) {
        String tags = Arrays.stream(meter.getKeyNames())
                .map(KeyName::asString)
                .map(tag -> "`" + tag + "`")
                .collect(Collectors.joining(", "));
        return "| `%s` | %s | %s | %s |"
                .formatted(meter.getName(), meter.getType().name().toLowerCase(Locale.ROOT), tags, meter.description());
    }

    @Test
    void namesTheObservations() throws IOException {
        assertThat(String.join("\n", lines())).contains(ObservedSends.NAME, ObservedConsumer.NAME);
    }
}
