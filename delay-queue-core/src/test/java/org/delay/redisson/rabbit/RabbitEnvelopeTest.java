package org.delay.redisson.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.impl.LongStringHelper;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Headers;
import org.junit.jupiter.api.Test;

@SuppressWarnings("JavaUtilDate") // The type of the protocol's client.
class RabbitEnvelopeTest {

    private static final Date SECOND = Date.from(Instant.ofEpochSecond(1_700_000_000L));

    private static byte[] binary() {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    private static Map<String, Object> headersOfAllTypes() {
        Map<String, Object> headers = new LinkedHashMap<>();
        headers.put("text", LongStringHelper.asLongString("ä😀"));
        headers.put("bytes", binary());
        headers.put("int", 1);
        headers.put("long", 5_000_000_000L);
        headers.put("short", (short) 3);
        headers.put("byte", (byte) -4);
        headers.put("float", 1.5f);
        headers.put("double", Math.PI);
        headers.put("decimal", new BigDecimal("12.34"));
        headers.put("boolean", true);
        headers.put("time", SECOND);
        headers.put("null", null);
        headers.put("table", Map.of("nested", 7));
        headers.put("array", Arrays.asList(1, LongStringHelper.asLongString("two"), null, Map.of("three", 3L)));
        return headers;
    }

    private static BasicProperties allProperties() {
        return new BasicProperties.Builder()
                .contentType("application/x-thing")
                .contentEncoding("gzip")
                .headers(headersOfAllTypes())
                .deliveryMode(1)
                .priority(7)
                .correlationId("correlation")
                .replyTo("replies")
                .expiration("60000")
                .messageId("id-ä")
                .timestamp(SECOND)
                .type("type")
                .userId("guest")
                .appId("app")
                .clusterId("cluster")
                .build();
    }

    @Test
    void everyPropertyAndEveryTypeOfHeaderSurvives() {
        RabbitEnvelope read =
                RabbitEnvelope.read(new RabbitEnvelope("orders/ä", "a.b", allProperties(), binary()).write());

        assertThat(read.exchange()).isEqualTo("orders/ä");
        assertThat(read.routingKey()).isEqualTo("a.b");
        assertThat(read.body()).isEqualTo(binary());
        assertThat(read.properties().builder().headers(null).build())
                .isEqualTo(allProperties().builder().headers(null).build());
        Map<String, Object> headers = read.properties().getHeaders();
        assertThat(headers.remove("bytes")).isEqualTo(binary());
        Map<String, Object> expected = headersOfAllTypes();
        expected.remove("bytes");
        assertThat(headers).isEqualTo(expected);
    }

    @Test
    void aMessageWithoutAnythingSurvives() {
        RabbitEnvelope read =
                RabbitEnvelope.read(new RabbitEnvelope("", "", new BasicProperties(), new byte[0]).write());

        assertThat(read.exchange()).isEmpty();
        assertThat(read.body()).isEmpty();
        assertThat(read.properties()).isEqualTo(new BasicProperties());
    }

    @Test
    void itIsPublishedWithTheHeadersOfItsDelivery() {
        RabbitEnvelope envelope = new RabbitEnvelope("orders", "key", allProperties(), binary());
        DelayedMessage message = new DelayedMessage(
                "t", "id", envelope.write(), null, Map.of("trace", "1"), Instant.parse("2026-01-02T03:04:05Z"), 4, 2);

        AddressedMessage published = RabbitEnvelope.of(message).addressed(message);

        assertThat(published.exchange()).isEqualTo("orders");
        assertThat(published.routingKey()).isEqualTo("key");
        assertThat(published.properties().getMessageId()).isEqualTo("id-ä");
        assertThat(published.properties().getHeaders())
                .containsEntry("int", 1)
                .containsEntry("trace", "1")
                .containsEntry(Headers.ID, "id")
                .containsEntry(Headers.ATTEMPT, "2");
    }

    @Test
    void whatIsNoEnvelopeIsRefused() {
        String whole = new RabbitEnvelope("", "q", allProperties(), binary()).write();
        List<String> parts = List.of(whole.split("\\."));

        for (String broken : List.of(
                "",
                "{}",
                "1",
                "1.-.-.-.-",
                String.join(".", parts.subList(0, 4)),
                String.join(
                        ".",
                        parts.get(0),
                        parts.get(1),
                        parts.get(2),
                        parts.get(3).substring(0, 20),
                        parts.get(4)))) {
            assertThatIllegalArgumentException().isThrownBy(() -> RabbitEnvelope.read(broken));
        }
    }

    @Test
    void everyExchangeHasATopicOfItsOwn() {
        assertThat(DelayingRabbitTemplate.delayTopic("orders.delayed")).isEqualTo("template.rabbit.orders.delayed");
        assertThat(DelayingRabbitTemplate.delayTopic("")).isEqualTo("template.rabbit.amq.default");
        assertThat(DelayingRabbitTemplate.delayTopic("a b"))
                .startsWith("template.rabbit.a_b-")
                .isNotEqualTo(DelayingRabbitTemplate.delayTopic("a/b"));
        assertThat(DelayingRabbitTemplate.delayTopic("x".repeat(255))).hasSizeLessThanOrEqualTo(249);
        assertThat(DelayingMessageRecoverer.delayTopic("orders")).isEqualTo("retry.rabbit.orders");
    }
}
