package org.delay.redisson.json;

import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.reader.ObjectReader;
import com.alibaba.fastjson2.reader.ObjectReaderProvider;
import com.alibaba.fastjson2.writer.ObjectWriter;
import com.alibaba.fastjson2.writer.ObjectWriterProvider;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Codecs for types that fastjson2 by default writes in a form that Jackson can't read ({@code 2024-02-29 12:00:00}), reads
 * incorrectly (the month 2 as March), or supports only in part. Both libraries can read their ISO form.
 */
final class FastjsonCodecs {

    private FastjsonCodecs() {}

    static void register(ObjectWriterProvider writers, ObjectReaderProvider readers) {
        asText(writers, readers, Instant.class, Instant::parse);
        asText(writers, readers, LocalDate.class, LocalDate::parse);
        asText(writers, readers, LocalTime.class, LocalTime::parse);
        asText(writers, readers, LocalDateTime.class, LocalDateTime::parse);
        asText(writers, readers, OffsetTime.class, OffsetTime::parse);
        asText(writers, readers, OffsetDateTime.class, OffsetDateTime::parse);
        asText(writers, readers, ZonedDateTime.class, ZonedDateTime::parse);
        asText(writers, readers, Year.class, Year::parse);

        write(writers, Locale.class, locale -> locale.equals(Locale.ROOT) ? "" : locale.toLanguageTag());
        read(
                readers,
                Locale.class,
                json -> Locale.forLanguageTag(json.readString().replace('_', '-')));

        // Jackson 3 writes a month's number.
        read(readers, Month.class, json -> json.isInt() ? Month.of(json.readInt32Value()) : month(json.readString()));
    }

    private static Month month(String text) {
        return text.chars().allMatch(Character::isDigit) ? Month.of(Integer.parseInt(text)) : Month.valueOf(text);
    }

    private static <T> void asText(
            ObjectWriterProvider writers, ObjectReaderProvider readers, Class<T> type, Function<String, T> parse) {
        write(writers, type, Object::toString);
        read(readers, type, json -> parse.apply(json.readString()));
    }

    private static <T> void write(ObjectWriterProvider writers, Class<T> type, Function<T, String> text) {
        ObjectWriter<T> writer = (json, object, name, fieldType, features) -> {
            if (object == null) {
                json.writeNull();
            } else {
                json.writeString(text.apply(type.cast(object)));
            }
        };
        // Without the false, the application's settings would decide where the codec is registered.
        writers.register(type, writer, false);
    }

    private static <T> void read(ObjectReaderProvider readers, Class<T> type, Function<JSONReader, T> read) {
        readers.register(type, new ObjectReader<T>() {
            @Override
            public @Nullable T readObject(JSONReader json, Type fieldType, Object fieldName, long features) {
                return json.nextIfNull() ? null : read.apply(json);
            }
        });
    }
}
