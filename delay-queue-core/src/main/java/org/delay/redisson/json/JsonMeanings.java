package org.delay.redisson.json;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What JSON values mean, as objects with {@code equals}. These mean the same: null, an empty object, an empty list and a missing
 * property; numbers of equal value; lists with equal elements in another order, because sets have none; and times
 * with different zones at the same moment, because Jackson reads each as UTC.
 *
 * <p>Each value is examined once, and its hash is kept: trees that differ at their deepest place are told apart at each level
 * without a look at the levels below. For one thread.
 */
final class JsonMeanings {

    private static final Meaning NOTHING = new Meaning("nothing", 0);

    /** The shortest that {@code T} can follow is a date. */
    private static final int DATE_LENGTH = "2024-02-29".length();

    private final IdentityHashMap<Object, Meaning> known = new IdentityHashMap<>();

    boolean areSame(@Nullable Object left, @Nullable Object right) {
        return of(left).equals(of(right));
    }

    Object of(@Nullable Object value) {
        if (value == null) {
            return NOTHING;
        }
        if (value instanceof Map<?, ?> || value instanceof List<?>) {
            Meaning meaning = known.get(value);
            if (meaning == null) {
                meaning = value instanceof Map<?, ?> map ? ofObject(map) : ofList((List<?>) value);
                known.put(value, meaning);
            }
            return meaning;
        }
        if (value instanceof Number number) {
            return new BigDecimal(number.toString()).stripTrailingZeros();
        }
        return value instanceof String text ? ofText(text) : value;
    }

    private Meaning ofObject(Map<?, ?> object) {
        Map<Object, Object> properties = new HashMap<>();
        object.forEach((name, value) -> {
            Object meaning = of(value);
            if (!meaning.equals(NOTHING)) {
                properties.put(name, meaning);
            }
        });
        return Meaning.of(properties);
    }

    private Meaning ofList(List<?> list) {
        Map<Object, Integer> counts = new HashMap<>();
        list.forEach(element -> counts.merge(of(element), 1, Integer::sum));
        return Meaning.of(counts);
    }

    private static Object ofText(String text) {
        if (text.indexOf('T') < DATE_LENGTH) {
            return text;
        }
        try {
            return DateTimeFormatter.ISO_DATE_TIME.parse(text, Instant::from);
        } catch (DateTimeException e) {
            return text;
        }
    }

    private record Meaning(Object content, int hash) {

        static Meaning of(Map<?, ?> content) {
            return content.isEmpty() ? NOTHING : new Meaning(content, content.hashCode());
        }

        /** The hash first: records promise no order. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Meaning meaning && hash == meaning.hash && content.equals(meaning.content);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
