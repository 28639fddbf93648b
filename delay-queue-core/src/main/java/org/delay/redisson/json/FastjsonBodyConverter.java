package org.delay.redisson.json;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.reader.ObjectReaderProvider;
import com.alibaba.fastjson2.writer.ObjectWriterProvider;
import java.lang.reflect.Type;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads bodies as JSON with fastjson2. It is the default without Jackson 3. With Jackson 3, the default is
 * {@link JacksonBodyConverter} (ADR 0004 gives the reasons).
 *
 * <p>AutoType is off: no content of a body selects a class, and {@code "@type"} is an ordinary name. The application's global
 * settings of fastjson2 don't apply, because the converter has its own providers
 * and sets each feature explicitly.
 *
 * <p>Jackson 3 with its defaults can read the output for the JDK's value types. Enums are written as their
 * {@code toString()}, as Jackson 3 does. fastjson2 supports only some of Jackson's annotations.
 *
 * <p>Safe for use by many threads.
 */
public final class FastjsonBodyConverter extends JsonBodyConverter {

    private static final JSONWriter.Feature[] WRITING = {
        JSONWriter.Feature.WriteNulls,
        JSONWriter.Feature.WriteNonStringKeyAsString,
        JSONWriter.Feature.WriteByteArrayAsBase64,
        JSONWriter.Feature.WriteEnumUsingToString,
        JSONWriter.Feature.WriteFloatSpecialAsString
    };

    private static final JSONReader.Feature[] READING = {
        JSONReader.Feature.Base64StringAsByteArray,
        JSONReader.Feature.ErrorOnEnumNotMatch,
        // Otherwise, a body's {"$ref": …} would be replaced by another part of the body.
        JSONReader.Feature.DisableReferenceDetect,
        // Creates the JDK's maps and lists instead of fastjson2's own.
        JSONReader.Feature.UseNativeObject
    };

    private static final Pattern OFFSET = Pattern.compile("offset (\\d+)");

    private final ObjectWriterProvider writers = new ObjectWriterProvider();
    private final ObjectReaderProvider readers = new ObjectReaderProvider();

    /** Creates a converter with its own settings. The application's fastjson2 settings have no effect on it. */
    public FastjsonBodyConverter() {
        readers.setDisableAutoType(true);
        readers.setDisableSmartMatch(false);
        writers.setSkipTransient(true);
        writers.setAlphabetic(true);
        FastjsonCodecs.register(writers, readers);
    }

    @Override
    String print(Object object) {
        return JSON.toJSONString(object, writing());
    }

    @Override
    @Nullable
    Object parse(String body, Type type) {
        return JSON.parseObject(body, type, reading());
    }

    /** fastjson2 gives the position only in its message. */
    @Override
    String place(RuntimeException failure) {
        Matcher offset = OFFSET.matcher(String.valueOf(failure.getMessage()));
        return offset.find() ? "wrong at offset " + offset.group(1) : BodyFailures.WRONG_TYPE;
    }

    /** A new context has the application's settings. */
    private JSONWriter.Context writing() {
        JSONWriter.Context context = new JSONWriter.Context(writers);
        context.setFeatures(0);
        context.config(WRITING);
        context.setDateFormat("iso8601");
        context.setZoneId(ZoneOffset.UTC);
        return context;
    }

    private JSONReader.Context reading() {
        JSONReader.Context context = new JSONReader.Context(readers);
        context.setFeatures(0);
        context.config(READING);
        context.setObjectSupplier(null);
        context.setArraySupplier(null);
        context.setDateFormat(null);
        context.setZoneId(null);
        return context;
    }
}
