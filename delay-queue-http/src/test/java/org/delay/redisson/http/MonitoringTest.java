package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The Grafana dashboard and the page about the API name the meters that exist, and all of them. */
class MonitoringTest {

    private static final Path DOCS = Path.of("..", "docs");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    MonitoringTest() {
        MicrometerApiMeters meters = new MicrometerApiMeters(registry);
        meters.waiters(() -> 1);
        meters.received(1);
        meters.returned(1);
        meters.settled(SettleAction.ACK, 1, 1);
        meters.problem(ApiProblem.invalid("a problem"));
    }

    @Test
    void theDashboardShowsEachMeter() throws IOException {
        String dashboard = Files.readString(DOCS.resolve("monitoring/grafana-dashboard.json"));
        Set<String> series = registry.getMeters().stream()
                .map(meter -> meter.getId().getName().replace('.', '_')
                        + (meter.getId().getType() == Meter.Type.COUNTER ? "_total" : ""))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(found("delay_queue_http_\\w+", dashboard)).isEqualTo(series);
    }

    @Test
    void thePageHasEachMeterAndItsTags() throws IOException {
        for (String page : new String[] {"http.md", "zh-CN/http.md"}) {
            String text = Files.readString(DOCS.resolve(page));
            assertThat(found("delay\\.queue\\.http\\.\\w+", text))
                    .as(page)
                    .isEqualTo(registry.getMeters().stream()
                            .map(meter -> meter.getId().getName())
                            .collect(Collectors.toCollection(TreeSet::new)));
            assertThat(registry.getMeters().stream().flatMap(meter -> meter.getId().getTags().stream()))
                    .extracting(Tag::getKey)
                    .allSatisfy(tag -> assertThat(text).contains("`" + tag + "`"));
        }
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
