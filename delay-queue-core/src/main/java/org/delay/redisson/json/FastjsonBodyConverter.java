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
 * Writes and reads bodies as JSON with fastjson2. It is the default without a Jackson mapper. With one, the default is
 * {@link JacksonBodyConverter} or {@link Jackson2BodyConverter} (ADR 0004 gives the reasons).
 *
 * <p>An object that would not be read as it is written is refused, unless {@link #withoutCheck} says otherwise.
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

    private static final Pattern LINE = Pattern.compile("line (\\d+), column (\\d+)");

    private static final Pattern OFFSET = Pattern.compile("offset (\\d+)");

    private final ObjectWriterProvider writers = new ObjectWriterProvider();
    private final ObjectReaderProvider readers = new ObjectReaderProvider();

    /** Creates a converter with its own settings. The application's fastjson2 settings have no effect on it. */
    public FastjsonBodyConverter() {
        this(true);
    }

    private FastjsonBodyConverter(boolean checks) {
        super(checks);
        readers.setDisableAutoType(true);
        readers.setDisableSmartMatch(false);
        writers.setSkipTransient(true);
        writers.setAlphabetic(true);
        FastjsonCodecs.register(writers, readers);
    }

    /** A converter that does not check that what it writes is read as it is: for classes that no receiver reads. */
    public FastjsonBodyConverter withoutCheck() {
        return new FastjsonBodyConverter(false);
    }

    @Override
    public String print(Object object) {
        return JSON.toJSONString(object, writing());
    }

    /** It writes a key as an object if that is what it makes of the key's class, and does not read the result itself. */
    @Override
    boolean isJson(String printed) {
        return JsonNames.areTexts(printed);
    }

    @Override
    public @Nullable Object parse(String body, Type type) {
        return JSON.parseObject(body, type, reading());
    }

    @Override
    public @Nullable Object parseExactly(String body, Class<?> type) {
        JSONReader.Context context = reading();
        context.config(JSONReader.Feature.UseBigDecimalForDoubles, JSONReader.Feature.UseBigDecimalForFloats);
        return JSON.parseObject(body, (Type) type, context);
    }

    /** fastjson2 gives the position only in its message. */
    @Override
    public String place(RuntimeException failure) {
        String message = String.valueOf(failure.getMessage());
        Matcher line = LINE.matcher(message);
        if (line.find()) {
            return "wrong at line " + line.group(1) + ", column " + line.group(2);
        }
        Matcher offset = OFFSET.matcher(message);
        return offset.find() ? "wrong at offset " + offset.group(1) : BodyFailures.WRONG_TYPE;
    }

    /** It has a limit of levels. */
    @Override
    public boolean isEndless(RuntimeException failure) {
        return String.valueOf(failure.getMessage()).contains("level too large");
    }

    @Override
    public String missingForKotlin() {
        return "'org.springframework.boot:spring-boot-starter-jackson' and 'tools.jackson.module:jackson-module-kotlin'";
    }

    /** The library, for people. */
    @Override
    public String toString() {
        return "fastjson2";
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
