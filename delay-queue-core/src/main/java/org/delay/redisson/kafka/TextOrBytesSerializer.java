package org.delay.redisson.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Writes text as UTF-8, and bytes as they are. */
final class TextOrBytesSerializer implements Serializer<Object> {

    @Override
    public byte @Nullable [] serialize(String topic, @Nullable Object data) {
        return data instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) data;
    }
}
