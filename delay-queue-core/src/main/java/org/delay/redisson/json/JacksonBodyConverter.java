package org.delay.redisson.json;

import java.lang.reflect.Type;
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
public final class JacksonBodyConverter extends JsonBodyConverter {

    private final JsonMapper mapper;

    /** @param mapper stays as it is; the converter uses a copy */
    public JacksonBodyConverter(JsonMapper mapper) {
        this.mapper = mapper.rebuild().deactivateDefaultTyping().build();
    }

    @Override
    String print(Object object) {
        return mapper.writeValueAsString(object);
    }

    @Override
    @Nullable
    Object parse(String body, Type type) {
        return mapper.readValue(body, mapper.constructType(type));
    }

    @Override
    String place(RuntimeException failure) {
        TokenStreamLocation location = failure instanceof JacksonException jackson ? jackson.getLocation() : null;
        return location == null
                ? BodyFailures.WRONG_TYPE
                : "wrong at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
