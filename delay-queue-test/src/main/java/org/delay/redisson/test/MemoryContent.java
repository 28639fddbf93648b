package org.delay.redisson.test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.delay.redisson.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/** The content of a prepared message as text, which only a queue in memory reads. */
record MemoryContent(
        String body,
        @Nullable String key,
        Map<String, String> headers,
        @Nullable Duration timeToLive) {

    private static final int NONE = -1;

    static MemoryContent of(OutgoingMessage message, String body) {
        return new MemoryContent(body, message.key(), message.headers(), message.timeToLive());
    }

    String write() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(out, body);
            write(out, key);
            out.writeLong(timeToLive == null ? NONE : timeToLive.toNanos());
            out.writeInt(headers.size());
            for (Map.Entry<String, String> header : headers.entrySet()) {
                write(out, header.getKey());
                write(out, header.getValue());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** @throws IllegalArgumentException if it is not what {@link #write} made */
    static MemoryContent read(String content) {
        try (DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(content)))) {
            String body = text(in);
            String key = text(in);
            long timeToLive = in.readLong();
            Map<String, String> headers = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                headers.put(String.valueOf(text(in)), String.valueOf(text(in)));
            }
            return new MemoryContent(
                    String.valueOf(body), key, headers, timeToLive == NONE ? null : Duration.ofNanos(timeToLive));
        } catch (IOException e) {
            throw new IllegalArgumentException("content must be what the queue has prepared, but is something else", e);
        }
    }

    private static void write(DataOutputStream out, @Nullable String text) throws IOException {
        byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(text == null ? NONE : bytes.length);
        out.write(bytes);
    }

    private static @Nullable String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length == NONE ? null : new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
