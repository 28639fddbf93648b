package org.delay.redisson.rabbit;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.broker.DeliveryHeaders;
import org.delay.redisson.broker.EnvelopeText;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Address;

/**
 * A message of RabbitMQ that is to be published later, byte for byte: the properties are stored as they are sent, so headers keep
 * their types. Immutable, as long as nobody changes its array.
 *
 * @param exchange empty for the default exchange
 * @param properties as {@code RabbitTemplate} writes them
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record RabbitEnvelope(String exchange, String routingKey, BasicProperties properties, byte[] body) {

    private static final int PARTS = 4;

    /**
     * As the body of a delayed message.
     *
     * @throws IllegalArgumentException if a header has a type that AMQP does not know, or a property is too long for it
     */
    public String write() {
        return EnvelopeText.write(List.of(
                exchange.getBytes(StandardCharsets.UTF_8),
                routingKey.getBytes(StandardCharsets.UTF_8),
                write(properties),
                body));
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static RabbitEnvelope read(String text) {
        List<byte @Nullable []> parts = EnvelopeText.read(text);
        if (parts.size() != PARTS) {
            throw new IllegalArgumentException(
                    "The body is no envelope of a RabbitMQ message: it has " + parts.size() + " parts");
        }
        return new RabbitEnvelope(
                new String(part(parts, 0), StandardCharsets.UTF_8),
                new String(part(parts, 1), StandardCharsets.UTF_8),
                properties(part(parts, 2)),
                part(parts, 3));
    }

    static RabbitEnvelope of(DelayedMessage message) {
        try {
            return read(message.body());
        } catch (IllegalArgumentException e) {
            throw new PermanentFailure("The RabbitMQ message of message " + message.id() + " can't be read", e);
        }
    }

    /** The same message without a header. */
    RabbitEnvelope without(String header) {
        Map<String, Object> headers = headers();
        headers.remove(header);
        return with(headers);
    }

    /** The message, with the headers of its delivery beside its own. */
    AddressedMessage addressed(DelayedMessage message) {
        Map<String, Object> headers = headers();
        DeliveryHeaders.forEach(message, headers::put);
        return new AddressedMessage(
                message, new Address(exchange, routingKey), with(headers).properties(), body);
    }

    private Map<String, Object> headers() {
        Map<String, Object> headers = properties.getHeaders();
        return headers == null ? new LinkedHashMap<>() : new LinkedHashMap<>(headers);
    }

    private RabbitEnvelope with(Map<String, Object> headers) {
        return new RabbitEnvelope(
                exchange, routingKey, properties.builder().headers(headers).build(), body);
    }

    /** As in the frame of the protocol, which is how the broker gets them. */
    private static byte[] write(BasicProperties properties) {
        try {
            return properties.toFrame(0, 0).getPayload();
        } catch (IOException e) {
            throw new IllegalArgumentException("The properties can't be written: " + e.getMessage(), e);
        }
    }

    private static BasicProperties properties(byte[] frame) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(frame))) {
            int unused = in.readUnsignedShort(); // The class of the method, always 60 (basic).
            return new BasicProperties(in);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "The body is no envelope of a RabbitMQ message: its properties are cut", e);
        }
    }

    private static byte[] part(List<byte @Nullable []> parts, int index) {
        byte[] part = parts.get(index);
        if (part == null) {
            throw new IllegalArgumentException(
                    "The body is no envelope of a RabbitMQ message: part " + index + " is null");
        }
        return part;
    }
}
