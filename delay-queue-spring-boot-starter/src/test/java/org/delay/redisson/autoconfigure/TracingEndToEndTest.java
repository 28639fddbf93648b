package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistrar;

/** One trace, from what the application did when it sent to what its listener does after the delay. */
@SpringBootTest(
        classes = TracingEndToEndTest.Application.class,
        properties = {
            "delay.redisson.enable=true",
            "spring.data.redis.timeout=15s",
            "delay.redisson.register-service=traced",
            "spring.kafka.consumer.auto-offset-reset=earliest",
            "spring.kafka.consumer.group-id=traced",
            "spring.kafka.listener.observation-enabled=true",
            "management.tracing.sampling.probability=1"
        })
@DirtiesContext
class TracingEndToEndTest {

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private ObservationRegistry observations;

    @Autowired
    private InMemorySpanExporter spans;

    @Autowired
    private Application application;

    @BeforeEach
    void forget() {
        spans.reset();
    }

    private SpanData span(String name) {
        await().until(() -> spans.getFinishedSpanItems().stream()
                .anyMatch(span -> span.getName().equals(name)));
        return spans.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theDeliveryAndTheListenerGoOnWithTheTraceOfTheSend() throws InterruptedException {
        Observation.createNotStarted("checkout", observations)
                .observe(() -> producer.sendMessage("order-timeout", "order", Duration.ofMillis(300)));

        String header = application.traces.poll(2, TimeUnit.MINUTES);
        SpanData checkout = span("checkout");
        SpanData send = span("order-timeout send");
        SpanData delivery = span("order-timeout deliver");
        SpanData listener = span("order-timeout process");

        assertThat(send.getTraceId()).isEqualTo(checkout.getTraceId());
        assertThat(send.getParentSpanId()).isEqualTo(checkout.getSpanId());
        assertThat(delivery.getTraceId()).isEqualTo(checkout.getTraceId());
        assertThat(delivery.getParentSpanId()).isEqualTo(send.getSpanId());
        assertThat(delivery.getStartEpochNanos() - send.getStartEpochNanos())
                .isGreaterThan(Duration.ofMillis(200).toNanos());
        assertThat(header).startsWith("00-" + send.getTraceId() + "-" + send.getSpanId() + "-0");
        assertThat(listener.getTraceId()).isEqualTo(checkout.getTraceId());
        assertThat(listener.getParentSpanId()).isEqualTo(send.getSpanId());
    }

    @Test
    void aHeaderOfTheApplicationsOwnStays() throws InterruptedException {
        String own = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01";

        producer.sendMessages(List.of(OutgoingMessage.to("order-timeout")
                .body("order")
                .header("traceparent", own)
                .delay(Duration.ZERO)
                .build()));

        assertThat(application.traces.poll(2, TimeUnit.MINUTES)).isEqualTo(own);
        assertThat(span("order-timeout deliver").getTraceId()).isEqualTo("0123456789abcdef0123456789abcdef");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        final BlockingQueue<String> traces = new LinkedBlockingQueue<>();

        @Bean
        RedisServer redis() {
            return RedisServer.start();
        }

        @Bean
        KafkaBroker kafka() {
            return KafkaBroker.builder().topics("order-timeout").start();
        }

        @Bean
        DynamicPropertyRegistrar servers(RedisServer redis, KafkaBroker kafka) {
            return registry -> {
                registry.add("spring.data.redis.port", redis::port);
                registry.add("spring.kafka.bootstrap-servers", kafka::bootstrapServers);
            };
        }

        @Bean
        InMemorySpanExporter spans() {
            return InMemorySpanExporter.create();
        }

        @Bean
        SdkTracerProvider tracerProvider(InMemorySpanExporter spans) {
            return SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build();
        }

        @KafkaListener(topics = "order-timeout")
        void onTimeout(String order, @Header("traceparent") String trace) {
            traces.add(trace);
        }
    }
}
