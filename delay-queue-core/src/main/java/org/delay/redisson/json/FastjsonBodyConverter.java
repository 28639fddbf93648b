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
 * Bodies as JSON, by fastjson2. For applications without Jackson 3; those with it have {@link JacksonBodyConverter}, for
 * the reasons of ADR 0004.
 *
 * <p>AutoType is off: nothing in a body chooses a class, and {@code "@type"} is a name like any other. Settings that the
 * application makes to fastjson2 as a whole don't apply here, because the converter has providers of its own
 * and says of each feature whether it is on.
 *
 * <p>What is written, Jackson 3 with its defaults reads, for the JDK's value types; enums are written as their
 * {@code toString()}, as Jackson 3 does. Of Jackson's annotations fastjson2 knows only some.
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
        // Else a body's {"$ref": …} would be replaced by another part of the body.
        JSONReader.Feature.DisableReferenceDetect,
        // Maps and Lists of the JDK rather than fastjson2's own.
        JSONReader.Feature.UseNativeObject
    };

    private static final Pattern OFFSET = Pattern.compile("offset (\\d+)");

    private final ObjectWriterProvider writers = new ObjectWriterProvider();
    private final ObjectReaderProvider readers = new ObjectReaderProvider();

    /** A converter with settings of its own: the application's fastjson2 settings change nothing here. */
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

    /** fastjson2 says it in its message only. */
    @Override
    String place(RuntimeException failure) {
        Matcher offset = OFFSET.matcher(String.valueOf(failure.getMessage()));
        return offset.find() ? "wrong at offset " + offset.group(1) : BodyFailures.WRONG_TYPE;
    }

    /** A context begins with the application's settings. */
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
