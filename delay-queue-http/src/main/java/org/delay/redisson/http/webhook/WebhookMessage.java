package org.delay.redisson.http.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import lombok.AccessLevel;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayedMessage;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/**
 * A message as its receiver gets it. Whatever a sender may choose is inside the JSON, which is signed: no header of the request
 * contains any of it. Immutable.
 */
@RequiredArgsConstructor(access = AccessLevel.PRIVATE)
final class WebhookMessage {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** The same for every attempt, and different for other messages. */
    private final String id;

    /** When this attempt began, by Redis's clock, in seconds since 1970. */
    private final long seconds;

    private final byte[] json;

    static WebhookMessage of(DelayedMessage message) {
        return new WebhookMessage(id(message), message.claimTime().getEpochSecond(), json(message));
    }

    /** The body of the request. */
    byte[] json() {
        return json;
    }

    /** The headers of Standard Webhooks. */
    Map<String, String> headers(Signer signer) {
        return Map.of(
                "webhook-id", id,
                "webhook-timestamp", Long.toString(seconds),
                "webhook-signature", signer.sign(id, seconds, json));
    }

    /** A hash: ids may contain any character, and only topic and id together identify a message. */
    private static String id(DelayedMessage message) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest((message.topic() + "\n" + message.id()).getBytes(UTF_8));
            return "msg_" + Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }

    private static byte[] json(DelayedMessage message) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = MAPPER.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringProperty("topic", message.topic());
            json.writeStringProperty("id", message.id());
            // A string, as in the answer of a receive: so its characters are those that were sent.
            json.writeStringProperty("body", message.body());
            json.writeStringProperty("key", message.key());
            json.writeObjectPropertyStart("headers");
            message.headers().forEach(json::writeStringProperty);
            json.writeEndObject();
            json.writeStringProperty("dueTime", message.dueTime().toString());
            json.writeNumberProperty("attempt", message.attempt());
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }
}
