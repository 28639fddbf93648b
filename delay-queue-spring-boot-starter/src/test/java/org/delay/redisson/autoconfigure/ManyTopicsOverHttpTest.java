package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.autoconfigure.ManyTopicsTest.TOPICS;
import static org.delay.redisson.autoconfigure.ManyTopicsTest.send;
import static org.delay.redisson.autoconfigure.ManyTopicsTest.tell;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/**
 * The actuator of an application that finds very many topics when it starts. {@code -Dtopics=100000} measures more of them, by
 * the defaults.
 */
@Slf4j
@Timeout(1200)
class ManyTopicsOverHttpTest {

    private final HttpClient http = HttpClient.newHttpClient();
    private String address;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Test
    void theFirstCallsOfAnOperatorAreAnswered() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            Runners.sendOnly(redis).run(context -> send(context.getBean(DelayQueueMessage.class)));
            long began = System.nanoTime();
            try (ConfigurableApplicationContext context = start(redis)) {
                tell("a start", began);
                address = "http://localhost:"
                        + ((ServletWebServerApplicationContext) context)
                                .getWebServer()
                                .getPort() + "/actuator/";
                aListThatIsNotThereYetSaysSo();
                pagesShowAll();
                isAnswered("health");
                isAnswered("prometheus");
                isAnswered("delayqueue/topic-7");
            }
        }
    }

    private static ConfigurableApplicationContext start(RedisServer redis) {
        return new SpringApplicationBuilder(Application.class)
                .run(
                        "--server.port=0",
                        "--spring.data.redis.port=" + redis.port(),
                        "--spring.data.redis.timeout=15s",
                        "--delay.redisson.enable=true",
                        "--delay.redisson.register-service=tests",
                        "--delay.redisson.auto-startup=false",
                        "--management.endpoints.web.exposure.include=delayqueue,health,prometheus");
    }

    /** Until the topics have been counted once, there is nothing to list; but each topic can be asked for. */
    private void aListThatIsNotThereYetSaysSo() throws Exception {
        assertThat(get("delayqueue/topic-8").statusCode()).isEqualTo(200);
        long began = System.nanoTime();
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            HttpResponse<String> answer = get("delayqueue?limit=50");
            if (answer.statusCode() == 503) {
                assertThat(answer.body()).contains("again");
                log.info("{} {}", answer.statusCode(), answer.body());
            }
            return answer.statusCode() == 200;
        });
        tell("the first list of 50", began);
    }

    private void pagesShowAll() throws Exception {
        List<Object> shown = new ArrayList<>();
        Object cursor = null;
        int characters = 0;
        long began = System.nanoTime();
        do {
            String page = cursor == null
                    ? "delayqueue"
                    : "delayqueue?cursor=" + URLEncoder.encode(cursor.toString(), StandardCharsets.UTF_8);
            HttpResponse<String> answer = isAnswered(page);
            Map<?, ?> topics = JsonMapper.shared().readValue(answer.body(), Map.class);
            ((List<?>) topics.get("topics")).forEach(topic -> shown.add(((Map<?, ?>) topic).get("topic")));
            characters += answer.body().length();
            cursor = topics.get("next");
        } while (cursor != null);
        tell("all pages, " + characters + " characters,", began);
        assertThat(shown).hasSize(TOPICS).doesNotHaveDuplicates();
    }

    private HttpResponse<String> isAnswered(String path) throws IOException, InterruptedException {
        long began = System.nanoTime();
        HttpResponse<String> answer = get(path);
        tell(path + ", " + answer.body().length() + " characters,", began);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return answer;
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(address + path)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
