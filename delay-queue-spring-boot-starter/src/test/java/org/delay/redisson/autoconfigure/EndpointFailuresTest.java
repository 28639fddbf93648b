package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.operations.AccessRules;
import org.delay.redisson.operations.Audience;
import org.delay.redisson.operations.QueueOperations;
import org.delay.redisson.operations.SharedTopicReadings;
import org.delay.redisson.operations.TopicReadings;
import org.delay.redisson.tck.server.RedisServer;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.client.RedisException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;

/** What the endpoint answers while it can't know. */
@Timeout(900)
class EndpointFailuresTest {

    private final DelayQueueMessage queue = InMemoryDelayQueue.builder().build();

    private DelayQueueEndpoint endpoint(Supplier<Set<String>> topics) {
        DelayQueueTopicRegistrar registrar = new DelayQueueTopicRegistrar() {
            @Override
            public void registrar(String topic) {}

            @Override
            public Set<String> pullAll() {
                return topics.get();
            }
        };
        TopicReadings readings = new SharedTopicReadings(queue, registrar, Duration.ofHours(1));
        return new DelayQueueEndpoint(
                new QueueOperations(queue, registrar, readings),
                new AccessRules(Audience.EVERYBODY, Audience.NOBODY, Audience.EVERYBODY));
    }

    @Test
    void aRegistrarThatFailsAloneIsNoFaultOfTheCaller() {
        DelayQueueEndpoint endpoint = endpoint(() -> {
            throw new RedisException("WRONGTYPE");
        });
        DelayQueueEndpoint strict = endpoint(() -> {
            throw new IllegalArgumentException("of its own");
        });

        assertThat(Stream.of(
                        endpoint.topics(null, null),
                        endpoint.topic("orders"),
                        strict.topics(null, null),
                        strict.topic("orders")))
                .extracting(WebEndpointResponse::getStatus)
                .containsOnly(503);
        assertThat(endpoint.operate("orders", "pause").getStatus()).isEqualTo(200);
    }

    @Test
    void aListAsksForPatienceUntilTopicsHaveBeenCountedOnce() {
        AtomicBoolean answers = new AtomicBoolean();
        DelayQueueEndpoint endpoint = endpoint(() -> {
            await().untilTrue(answers);
            return Set.of("orders");
        });

        WebEndpointResponse<Object> early = endpoint.topics(null, null);

        assertThat(early.getStatus()).isEqualTo(503);
        assertThat(((EndpointJson.Result) early.getBody()).result()).contains("not been counted yet", "ask again");
        answers.set(true);
        await().until(() -> endpoint.topics(null, null).getStatus() == 200);
    }

    @Test
    void namesThatAreNoTopicsAreLeftOut() {
        WebEndpointResponse<Object> response =
                endpoint(() -> Set.of("a b", "orders")).topics(null, null);

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(((EndpointJson.Topics) response.getBody()).topics())
                .extracting(EndpointJson.Topic::topic)
                .containsExactly("orders");
    }

    @Test
    void aRedisThatHangs() {
        try (RedisServer redis = RedisServer.start()) {
            Runners.sendOnly(redis)
                    .withConfiguration(AutoConfigurations.of(DelayQueueEndpointAutoConfiguration.class))
                    .withPropertyValues(
                            "management.endpoints.web.exposure.include=delayqueue", "spring.data.redis.timeout=300ms")
                    .run(context -> {
                        DelayQueueEndpoint endpoint = context.getBean(DelayQueueEndpoint.class);
                        // On a busy machine 300 ms may be too short even for a Redis that does not hang.
                        await().ignoreExceptionsInstanceOf(DelayQueueException.class)
                                .until(() -> context.getBean(DelayQueueMessageProducer.class)
                                                .sendMessage("orders", "text", Duration.ofHours(1))
                                        != null);
                        await().until(() -> endpoint.topics(null, null).getStatus() == 200);

                        redis.pause();
                        try {
                            assertThat(Stream.of(
                                            endpoint.topics(null, null),
                                            endpoint.topic("orders"),
                                            endpoint.show(SecurityContext.NONE, "orders", "due", null, null, null),
                                            endpoint.operate("orders", "pause"),
                                            endpoint.operate(
                                                    SecurityContext.NONE,
                                                    "orders",
                                                    "cancel",
                                                    "a",
                                                    null,
                                                    null,
                                                    null,
                                                    null),
                                            endpoint.operate(
                                                    SecurityContext.NONE,
                                                    "orders",
                                                    "redrive-dead",
                                                    null,
                                                    null,
                                                    null,
                                                    null,
                                                    "true"),
                                            endpoint.deleteTopic(SecurityContext.NONE, "orders", null),
                                            endpoint.changeShards(SecurityContext.NONE, 2),
                                            endpoint.delete(SecurityContext.NONE, "orders", "dead", "a")))
                                    .extracting(WebEndpointResponse::getStatus)
                                    .containsOnly(503);
                        } finally {
                            redis.resume();
                        }
                    });
        }
    }
}
