package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.http.HttpRequest;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Problems that are found before a route handles the request, or after it has begun to wait, are counted like all others. */
class CountedProblemsTest {

    @Configuration(proxyBeanMethods = false)
    @Import(ApiServer.Plain.class)
    static class Metered {

        @Bean
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }
    }

    @Test
    void whereverTheyAreFound() {
        try (RedisServer redis = RedisServer.start();
                ApiServer server =
                        ApiServer.start(redis, Metered.class, "problems", "delay.redisson.http.limits.waiters=1")) {
            Api api = server.api();

            api.get("/nothing").expect(404);
            HttpRequest json = api.request("POST", "/receive", "{\"topics\":[\"t\"]}");
            Api.send(HttpRequest.newBuilder(json, (name, value) -> !name.equalsIgnoreCase("Content-Type"))
                            .header("Content-Type", "application/x-www-form-urlencoded")
                            .build())
                    .expect(415);
            var unused = api.begin("/receive", "{\"topics\":[\"t\"]}");
            await().until(() -> server.bean(Waiters.class).count() == 1);
            Api.send(json).expect(429);

            for (String type : new String[] {"no-such-operation", "not-json", "too-many-waiters"}) {
                assertThat(server.bean(MeterRegistry.class)
                                .get("delay.queue.http.problems")
                                .tag("type", type)
                                .counter()
                                .count())
                        .as(type)
                        .isOne();
            }
        }
    }
}
