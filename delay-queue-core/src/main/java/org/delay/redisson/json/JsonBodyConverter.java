package org.delay.redisson.json;

import java.lang.reflect.Type;
import org.delay.redisson.BodyConverter;
import org.jspecify.annotations.Nullable;

/** The common part of JSON converters. Strings are stored unchanged, and exceptions contain no part of a body. */
abstract class JsonBodyConverter implements BodyConverter {

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the object can't be written, for example because it contains itself
     */
    @Override
    public final String write(Object object) {
        if (object instanceof CharSequence text) {
            return text.toString();
        }
        try {
            return print(object);
        } catch (RuntimeException | StackOverflowError e) {
            throw BodyFailures.unwritable(object, e);
        }
    }

    @Override
    public final boolean reads(Type type) {
        return true;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the body does not match the type; the message gives the position, and no part of the body
     */
    @Override
    @SuppressWarnings("unchecked") // For example, a cast by the class would refuse int.class.
    public final <T> T read(String body, Class<T> type) {
        return (T) read(body, (Type) type);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException as {@link #read(String, Class)}
     */
    @Override
    public final Object read(String body, Type type) {
        if (type == String.class || type == CharSequence.class) {
            return body;
        }
        Object object;
        try {
            object = parse(body, type);
        } catch (RuntimeException e) {
            throw BodyFailures.unreadable(body, type, place(e), e);
        } catch (StackOverflowError e) {
            throw BodyFailures.unreadable(body, type, BodyFailures.TOO_DEEP, e);
        }
        if (object == null) {
            throw BodyFailures.unreadable(body, type, "is empty", null);
        }
        return object;
    }

    /** Writes the object as JSON. */
    abstract String print(Object object);

    /** Reads the JSON as an object. Returns null for JSON's null and for an empty body. */
    abstract @Nullable Object parse(String body, Type type);

    /** Describes where the parser failed, without any part of the body. */
    abstract String place(RuntimeException failure);
}
