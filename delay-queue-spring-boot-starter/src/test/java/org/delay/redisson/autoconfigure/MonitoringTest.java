package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.impl.MicrometerMetricsCollector;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.json.JsonMapper;

/** The alerts and the Grafana dashboard name series and labels that exist, and each alert is tried and explained. */
class MonitoringTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final Path RULES = DOCS.resolve("monitoring/prometheus-rules.yml");
    private static final Path RULES_TEST = DOCS.resolve("monitoring/prometheus-rules-test.yml");
    private static final Path DASHBOARD = DOCS.resolve("monitoring/grafana-dashboard.json");

    private static final Pattern SERIES = Pattern.compile("\\b(?:delay_queue|rabbitmq)_\\w+");
    private static final Pattern MATCHED = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"");
    private static final Pattern GROUPED = Pattern.compile("(?:by|on)\\s*\\(([^)]*)\\)");

    /** Prometheus gives these to what it scrapes, and to buckets. */
    private static final Set<String> OWN_LABELS = Set.of("job", "instance", "le");

    @Test
    void alertsNameWhatExists() throws IOException {
        assertExists(ownOf(alerts().stream().map(alert -> alert.get("expr")).toList()));
    }

    @Test
    void panelsNameWhatExists() throws IOException {
        assertExists(panels());
    }

    @Test
    void theDashboardShowsEveryMeter() throws IOException {
        String shown = String.join("\n", panels());

        assertThat(DelayQueueMeter.values())
                .allSatisfy(meter -> assertThat(series(meter)).anyMatch(shown::contains));
    }

    @Test
    void eachAlertIsTriedAndExplained() throws IOException {
        List<String> names = alerts().stream().map(alert -> alert.get("alert")).toList();
        String tests = Files.readString(RULES_TEST);

        assertThat(names).doesNotHaveDuplicates();
        for (String page : List.of("alerts.md", "zh-CN/alerts.md")) {
            assertThat(headings(page)).as(page).containsAll(names);
        }
        assertThat(names)
                .allSatisfy(name -> assertThat(tests)
                        .containsPattern("alertname: " + name + "\n *exp_alerts:")
                        .contains("alertname: " + name + " }"));
        assertThat(alerts())
                .allSatisfy(alert -> assertThat(alert.get("runbook"))
                        .isEqualTo("docs/alerts.md#" + alert.get("alert").toLowerCase(Locale.ROOT)));
    }

    @Test
    void prometheusAcceptsTheAlertsAndTheirTests() throws Exception {
        promtool("check", "rules", RULES.getFileName().toString());
        promtool("test", "rules", RULES_TEST.getFileName().toString());
    }

    private static void promtool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(RULES.getParent().toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            Assumptions.abort("The alerts were not tried: there is no promtool on the PATH");
            return;
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }

    private static void assertExists(List<String> expressions) {
        Set<String> series = Arrays.stream(DelayQueueMeter.values())
                .flatMap(meter -> series(meter).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        series.addAll(rabbitSeries());
        assertThat(expressions).isNotEmpty().allSatisfy(expression -> {
            assertThat(found(SERIES, expression)).isNotEmpty().isSubsetOf(series);
            Set<String> labels = found(MATCHED, expression);
            found(GROUPED, expression).forEach(group -> labels.addAll(List.of(group.split("\\s*,\\s*"))));
            labels.removeAll(OWN_LABELS);
            assertThat(labels).isSubsetOf(labels(expression));
        });
    }

    /** Of all the meters that the expression names. */
    private static Set<String> labels(String expression) {
        return Arrays.stream(DelayQueueMeter.values())
                .filter(meter -> series(meter).stream().anyMatch(found(SERIES, expression)::contains))
                .flatMap(meter -> Arrays.stream(meter.getKeyNames()))
                .map(KeyName::asString)
                .collect(Collectors.toSet());
    }

    /** As Prometheus calls them. */
    private static List<String> series(DelayQueueMeter meter) {
        String name = new PrometheusNamingConvention().name(meter.getName(), meter.getType(), meter.getBaseUnit());
        return switch (meter.getType()) {
            case COUNTER -> List.of(name + "_total");
            case TIMER ->
                Stream.of("_bucket", "_count", "_sum", "_max")
                        .map(part -> name + part)
                        .toList();
            default -> List.of(name);
        };
    }

    /** Of RabbitMQ's client, which Spring Boot binds to the application's registry. */
    private static Set<String> rabbitSeries() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new MicrometerMetricsCollector(registry);
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(id -> new PrometheusNamingConvention().name(id.getName(), id.getType(), id.getBaseUnit())
                        + (id.getType() == Meter.Type.COUNTER ? "_total" : ""))
                .collect(Collectors.toSet());
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(match.groupCount()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Each as its name, expression and runbook. */
    private static List<Map<String, String>> alerts() throws IOException {
        Map<String, List<Map<String, Object>>> file = new Yaml().load(Files.readString(RULES));
        return file.get("groups").stream()
                .flatMap(group -> rules(group).stream())
                .map(rule -> Map.of(
                        "alert", (String) rule.get("alert"),
                        "expr", (String) rule.get("expr"),
                        "runbook", (String) ((Map<?, ?>) rule.get("annotations")).get("runbook")))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rules(Map<String, Object> group) {
        return (List<Map<String, Object>>) group.get("rules");
    }

    private static List<String> panels() throws IOException {
        return ownOf(JsonMapper.shared().readTree(Files.readString(DASHBOARD)).findValuesAsString("expr"));
    }

    /** Those of the HTTP API and of webhooks are compared where these are. */
    private static List<String> ownOf(List<String> expressions) {
        return expressions.stream()
                .filter(expression ->
                        !expression.contains("delay_queue_http_") && !expression.contains("delay_queue_webhook_"))
                .toList();
    }

    private static List<String> headings(String page) throws IOException {
        return Files.readAllLines(DOCS.resolve(page)).stream()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3))
                .toList();
    }
}
