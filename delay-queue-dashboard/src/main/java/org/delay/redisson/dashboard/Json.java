package org.delay.redisson.dashboard;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONException;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.reader.ObjectReaderProvider;
import com.alibaba.fastjson2.writer.ObjectWriterProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The dashboard's JSON, by settings that an application can't change. It is made of maps, lists, texts, numbers and booleans only. Times are
 * milliseconds since the epoch, and durations are milliseconds.
 */
final class Json {

    private static final ObjectWriterProvider WRITERS = new ObjectWriterProvider();
    private static final ObjectReaderProvider READERS = readers();

    private Json() {}

    private static ObjectReaderProvider readers() {
        ObjectReaderProvider readers = new ObjectReaderProvider();
        readers.setDisableAutoType(true);
        return readers;
    }

    /** An object, of names and values in turn. */
    static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put(String.valueOf(namesAndValues[i]), value(namesAndValues[i + 1]));
        }
        return object;
    }

    private static @Nullable Object value(@Nullable Object value) {
        if (value instanceof Instant instant) {
            return instant.toEpochMilli();
        } else if (value instanceof Duration duration) {
            return duration.toMillis();
        }
        return value instanceof Enum<?> constant ? constant.name() : value;
    }

    static String print(Object value) {
        JSONWriter.Context context = new JSONWriter.Context(WRITERS);
        context.setFeatures(0);
        context.config(JSONWriter.Feature.WriteNulls);
        return JSON.toJSONString(value, context);
    }

    /** @throws IllegalArgumentException if it is no object */
    static Map<?, ?> parse(String text) {
        JSONReader.Context context = new JSONReader.Context(READERS);
        context.setFeatures(0);
        context.config(JSONReader.Feature.DisableReferenceDetect, JSONReader.Feature.UseNativeObject);
        try {
            if (JSON.parseObject(text, (java.lang.reflect.Type) Map.class, context) instanceof Map<?, ?> object) {
                return object;
            }
        } catch (JSONException e) {
            throw new IllegalArgumentException("The body must be a JSON object", e);
        }
        throw new IllegalArgumentException("The body must be a JSON object");
    }
}
