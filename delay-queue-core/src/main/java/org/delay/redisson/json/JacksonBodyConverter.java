package org.delay.redisson.json;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes and reads bodies as JSON with the application's own Jackson 3 mapper. It uses the mapper's naming, modules and annotations, so
 * the application's Kafka listeners can read the bodies.
 *
 * <p>Default typing is off, whatever the mapper's settings are: no class name is written, and no content of a body selects a class. Types
 * that an application declares with {@code @JsonTypeInfo} work.
 *
 * <p>Safe for use by many threads.
 */
public final class JacksonBodyConverter extends JsonBodyConverter {

    private final JsonMapper mapper;

    /** @param mapper is not changed; the converter uses a copy */
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
