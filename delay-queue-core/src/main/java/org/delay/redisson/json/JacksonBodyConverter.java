package org.delay.redisson.json;

import java.lang.reflect.Type;
import org.delay.redisson.BodyConverter;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.json.JsonMapper;

/**
 * Bodies as JSON, by the application's own Jackson 3 mapper: with its naming, its modules and its annotations, so that
 * what is sent is what the application's Kafka listeners read.
 *
 * <p>Default typing is off whatever the mapper says: no class name is written, and none in a body chooses a class. Types
 * that an application names itself, by {@code @JsonTypeInfo}, work.
 *
 * <p>Safe for use by many threads.
 */
public final class JacksonBodyConverter implements BodyConverter {

    private final JsonMapper mapper;

    /** @param mapper stays as it is; the converter uses a copy */
    public JacksonBodyConverter(JsonMapper mapper) {
        this.mapper = mapper.rebuild().deactivateDefaultTyping().build();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the object can't be written, because it contains itself for example
     */
    @Override
    public String write(Object object) {
        if (object instanceof CharSequence text) {
            return text.toString();
        }
        try {
            return mapper.writeValueAsString(object);
        } catch (JacksonException | StackOverflowError e) {
            throw BodyFailures.unwritable(object, e);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the body is not one of that type; says where, and nothing of the body
     */
    @Override
    @SuppressWarnings("unchecked") // Not by the class's own cast, which int.class for example refuses.
    public <T> T read(String body, Class<T> type) {
        return (T) read(body, (Type) type);
    }

    @Override
    public boolean reads(Type type) {
        return true;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException as {@link #read(String, Class)}
     */
    @Override
    public Object read(String body, Type type) {
        if (type == String.class || type == CharSequence.class) {
            return body;
        }
        Object object = parse(body, type);
        if (object == null) {
            throw BodyFailures.unreadable(body, type, "is empty", null);
        }
        return object;
    }

    private @Nullable Object parse(String body, Type type) {
        try {
            return mapper.readValue(body, mapper.constructType(type));
        } catch (JacksonException e) {
            throw BodyFailures.unreadable(body, type, where(e.getLocation()), e);
        } catch (StackOverflowError e) {
            throw BodyFailures.unreadable(body, type, BodyFailures.TOO_DEEP, e);
        }
    }

    private static String where(@Nullable TokenStreamLocation location) {
        return location == null
                ? "not what the type asks for"
                : "wrong at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
