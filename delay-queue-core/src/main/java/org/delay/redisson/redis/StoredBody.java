package org.delay.redisson.redis;

import com.alibaba.fastjson2.JSONObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.delay.redisson.DispatchOperations.Form;
import org.delay.redisson.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message as the body hash stores it: a digit for the format, a JSON header if it has any entries, a line break, and the
 * body. {@code redis-cli} shows it as it is.
 *
 * <p>A revision is the first field of the header, where scripts find it without reading JSON. Versions that know no revisions
 * ignore the field.
 *
 * @param form READABLE, or why the other components are empty
 * @param revision 0 if the message was stored without one
 */
record StoredBody(
        Form form,
        String body,
        @Nullable String key,
        Map<String, String> headers,
        @Nullable Duration timeToLive,
        long revision) {

    private static final String REVISION = "rev";
    private static final String KEY = "key";
    private static final String HEADERS = "headers";
    private static final String TIME_TO_LIVE = "ttl";

    static String write(OutgoingMessage message, String body, Formats formats) {
        Map<String, Object> header = new LinkedHashMap<>();
        if (message.key() != null) {
            header.put(KEY, message.key());
        }
        if (!message.headers().isEmpty()) {
            header.put(HEADERS, message.headers());
        }
        if (message.timeToLive() != null) {
            header.put(TIME_TO_LIVE, Milliseconds.roundedUp(message.timeToLive()));
        }
        return formats.message() + (header.isEmpty() ? "" : StoredJson.write(header)) + "\n" + body;
    }

    /**
     * The stored form of a message at a revision.
     *
     * @param content as {@link #write} made it
     * @throws IllegalArgumentException if it begins like no stored form
     */
    static String withRevision(String content, long revision) {
        if (content.length() < 2 || !Character.isDigit(content.charAt(0)) || "{\n".indexOf(content.charAt(1)) < 0) {
            throw new IllegalArgumentException("content must be what the queue has prepared, but is something else");
        }
        boolean hasHeader = content.charAt(1) == '{';
        return content.charAt(0) + "{\"" + REVISION + "\":" + revision + (hasHeader ? "," : "}")
                + content.substring(hasHeader ? 2 : 1);
    }

    static StoredBody read(@Nullable String stored, Formats formats) {
        if (stored == null || stored.isEmpty() || !Character.isDigit(stored.charAt(0))) {
            return unreadable(Form.DAMAGED);
        }
        if (Character.digit(stored.charAt(0), 10) > formats.message()) {
            return unreadable(Form.NEWER);
        }
        int line = stored.indexOf('\n');
        if (line < 0) {
            return unreadable(Form.DAMAGED);
        }
        String body = stored.substring(line + 1);
        if (line == 1) {
            return new StoredBody(Form.READABLE, body, null, Map.of(), null, 0);
        }
        try {
            return read(StoredJson.object(stored.substring(1, line)), body);
        } catch (RuntimeException e) {
            // Whatever the parser throws for a damaged header: one such message must not stop others.
            return unreadable(Form.DAMAGED);
        }
    }

    private static StoredBody read(JSONObject header, String body) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (header.get(HEADERS) != null) {
            header.getJSONObject(HEADERS)
                    .forEach((name, value) -> headers.put(name, (String) Objects.requireNonNull(value)));
        }
        Long timeToLive = header.getLong(TIME_TO_LIVE);
        return new StoredBody(
                Form.READABLE,
                body,
                header.getString(KEY),
                headers,
                timeToLive == null ? null : Duration.ofMillis(timeToLive),
                header.getLongValue(REVISION));
    }

    private static StoredBody unreadable(Form form) {
        return new StoredBody(form, "", null, Map.of(), null, 0);
    }
}
