package org.delay.redisson.json;

import java.lang.reflect.Type;
import org.delay.redisson.BodyConverter;
import org.jspecify.annotations.Nullable;

/** The common part of JSON converters. Strings are stored unchanged, and exceptions contain no part of a body. */
abstract class JsonBodyConverter implements BodyConverter, Json {

    private final @Nullable RoundTripCheck check;

    /** @param checks whether to refuse objects that would not be read as they are */
    JsonBodyConverter(boolean checks) {
        this.check = checks ? new RoundTripCheck(this) : null;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the object can't be written, for example because it contains itself, or would not be
     *     read as it is
     */
    @Override
    public final String write(Object object) {
        if (object instanceof CharSequence text) {
            return text.toString();
        }
        String text = printed(object);
        if (!isJson(text)) {
            throw BodyFailures.unwritableKey(object, this);
        }
        if (check != null) {
            check.check(object, text);
        }
        return text;
    }

    private String printed(Object object) {
        try {
            return print(object);
        } catch (RuntimeException e) {
            throw isEndless(e) ? BodyFailures.endless(object, this, e) : BodyFailures.unwritable(object, this, e);
        } catch (StackOverflowError e) {
            throw BodyFailures.endless(object, this, e);
        }
    }

    /** Whether the library has written JSON. Some write a map's key as an object. */
    boolean isJson(String printed) {
        return true;
    }

    @Override
    public final boolean reads(Type type) {
        return true;
    }

    /**
     * {@inheritDoc}
     *
     * @throws BodyConverter.InvalidBody if the body does not match the type; the message gives the position, and no part of
     *     the body
     */
    @Override
    @SuppressWarnings("unchecked") // For example, a cast by the class would refuse int.class.
    public final <T> T read(String body, Class<T> type) {
        return (T) read(body, (Type) type);
    }

    /**
     * {@inheritDoc}
     *
     * @throws BodyConverter.InvalidBody as {@link #read(String, Class)}
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
            throw BodyFailures.unreadable(body, type, place(e), e, KotlinClasses.remedy(type, this));
        } catch (StackOverflowError e) {
            throw BodyFailures.unreadable(body, type, BodyFailures.TOO_DEEP, e, null);
        }
        if (object == null) {
            throw BodyFailures.unreadable(body, type, "is empty", null, null);
        }
        return object;
    }

    /** The place, unless the library can say more. */
    @Override
    public String reason(RuntimeException failure) {
        return place(failure) + " (" + BodyFailures.kind(failure) + ")";
    }
}
