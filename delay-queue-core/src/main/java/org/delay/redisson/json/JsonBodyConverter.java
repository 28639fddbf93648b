package org.delay.redisson.json;

import java.lang.reflect.Type;
import org.delay.redisson.BodyConverter;
import org.jspecify.annotations.Nullable;

/** What converters to JSON have in common: texts stay as they are, and failures hold nothing of a body. */
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
     * @throws IllegalArgumentException if the body is not of that type; says where, and nothing of the body
     */
    @Override
    @SuppressWarnings("unchecked") // A cast by the class would refuse int.class, for example.
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

    /** The object as JSON. */
    abstract String print(Object object);

    /** The JSON as an object; null for JSON's null and for an empty body. */
    abstract @Nullable Object parse(String body, Type type);

    /** Where the parser gave up, without anything of the body. */
    abstract String place(RuntimeException failure);
}
