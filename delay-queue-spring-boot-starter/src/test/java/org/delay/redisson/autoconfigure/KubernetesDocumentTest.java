package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.yaml.snakeyaml.Yaml;

/** The deployment in docs/kubernetes.md fits the application: variables, probes, and the time that a stop may take. */
class KubernetesDocumentTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "kubernetes.md");

    /** Dispatch, the containers of Kafka listeners, and the web server. */
    private static final int PHASES = 3;

    private static Map<?, ?> pod;
    private static Map<?, ?> container;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @DelayQueueListener(topics = "order-timeout")
        void onTimeout(String order) {}
    }

    @BeforeAll
    static void read() throws IOException {
        Matcher block = Pattern.compile("(?ms)^```yaml\n(.*?)^```").matcher(Files.readString(DOCUMENT));
        assertThat(block.find()).isTrue();
        Map<?, ?> deployment = new Yaml().load(block.group(1));
        pod = map(map(map(deployment, "spec"), "template"), "spec");
        container = (Map<?, ?>) ((List<?>) pod.get("containers")).get(0);
    }

    @Test
    void theApplicationReadsTheVariablesAndAnswersTheProbes() throws Exception {
        try (RedisServer redis = RedisServer.start();
                ConfigurableApplicationContext context = start(redis)) {
            assertThat(context.getBean(RedissonDelayProperties.class).registerService())
                    .isEqualTo("shop");
            assertThat(context.getBean(LifecycleProperties.class).getTimeoutPerShutdownPhase())
                    .isEqualTo(phase());
            int port = ((WebServerApplicationContext) context).getWebServer().getPort();
            for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
                assertThat(status(
                                port,
                                String.valueOf(
                                        map(map(container, probe), "httpGet").get("path"))))
                        .as(probe)
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void theGracePeriodCoversTheStop() {
        int sleep =
                (int) map(map(map(container, "lifecycle"), "preStop"), "sleep").get("seconds");

        assertThat(Duration.ofSeconds((int) pod.get("terminationGracePeriodSeconds")))
                .isGreaterThan(Duration.ofSeconds(sleep).plus(phase().multipliedBy(PHASES)));
    }

    private static ConfigurableApplicationContext start(RedisServer redis) {
        Map<String, Object> variables = variables();
        assertThat(variables).containsKeys("SPRING_DATA_REDIS_URL", "DELAY_REDISSON_ENABLE");
        variables.put("SPRING_DATA_REDIS_URL", redis.uri());
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
        SpringApplication application = new SpringApplication(Application.class);
        application.setEnvironment(environment);
        return application.run("--server.port=0");
    }

    private static Map<String, Object> variables() {
        Map<String, Object> variables = new HashMap<>();
        for (Object variable : (List<?>) container.get("env")) {
            Object value = ((Map<?, ?>) variable).get("value");
            variables.put(String.valueOf(((Map<?, ?>) variable).get("name")), value == null ? "" : value);
        }
        return variables;
    }

    private static Duration phase() {
        String seconds = String.valueOf(variables().get("SPRING_LIFECYCLE_TIMEOUTPERSHUTDOWNPHASE"));
        return Duration.parse("PT" + seconds);
    }

    private static int status(int port, String path) throws Exception {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            throw new AssertionError(path, e);
        }
    }

    private static Map<?, ?> map(Map<?, ?> outer, String name) {
        return (Map<?, ?>) outer.get(name);
    }
}
