package org.delay.redisson.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The alerts, the Grafana dashboard and the page about webhooks name their meter, its tags and its outcomes, and no others. */
class WebhookMonitoringTest {

    private static final Path DOCS = Path.of("..", "docs");

    private static final String SERIES = "delay_queue_webhook_\\w+";
    private static final Pattern USED = Pattern.compile("(?:by|on) ?\\(([^)]*)\\)|(\\w+)=~?\\\\?\"");
    private static final Pattern OUTCOMES = Pattern.compile("outcome=~?\\\\?\"([^\"\\\\]+)");
    private static final Set<String> OWN_LABELS = Set.of("job", "instance");

    private final Meter meter;

    WebhookMonitoringTest() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new MicrometerWebhookMeters(registry).target("order-*");
        meter = registry.getMeters().get(0);
    }

    private String series() {
        return meter.getId().getName().replace('.', '_') + "_seconds";
    }

    private Set<String> tags() {
        return meter.getId().getTags().stream().map(Tag::getKey).collect(Collectors.toSet());
    }

    private static List<String> outcomes() {
        return Stream.of(WebhookMeters.Outcome.values())
                .map(outcome -> outcome.name().toLowerCase(java.util.Locale.ROOT))
                .toList();
    }

    @Test
    void theAlertsAndTheDashboardNameWhatExists() throws IOException {
        for (String file : List.of("monitoring/prometheus-rules.yml", "monitoring/grafana-dashboard.json")) {
            List<String> lines = Files.readString(DOCS.resolve(file))
                    .lines()
                    .filter(line -> line.contains("delay_queue_webhook_"))
                    .toList();
            assertThat(lines).as(file).isNotEmpty().allSatisfy(line -> {
                assertThat(all(Pattern.compile(SERIES), line))
                        .isSubsetOf(series() + "_count", series() + "_sum", series() + "_max");
                Set<String> used = all(USED, line);
                used.removeAll(OWN_LABELS);
                assertThat(used).isSubsetOf(tags());
                assertThat(all(OUTCOMES, line)).isSubsetOf(outcomes());
            });
        }
    }

    @Test
    void thePageExplainsTheMeter() throws IOException {
        for (String page : List.of("webhooks.md", "zh-CN/webhooks.md")) {
            assertThat(Files.readString(DOCS.resolve(page)))
                    .as(page)
                    .contains("`" + meter.getId().getName() + "`")
                    .satisfies(text -> assertThat(Stream.concat(tags().stream(), outcomes().stream()))
                            .allSatisfy(name -> assertThat(text).contains("`" + name + "`")));
        }
    }

    /** What the first group that matches has, taken apart; or all of it. */
    private static Set<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.groupCount() == 0
                        ? match.group()
                        : match.group(1) != null ? match.group(1) : match.group(match.groupCount()))
                .flatMap(found -> Stream.of(found.split("[,|]\\s*")))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
