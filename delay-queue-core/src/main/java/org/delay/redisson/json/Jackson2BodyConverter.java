package org.delay.redisson.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * As {@link JacksonBodyConverter}, with a mapper of Jackson 2.
 *
 * <p>Safe for use by many threads.
 */
public final class Jackson2BodyConverter extends JsonBodyConverter {

    private final ObjectMapper mapper;

    /**
     * Makes a converter.
     *
     * @param mapper is not changed; the converter uses a copy
     * @throws IllegalArgumentException if the mapper's class can't be copied and has default typing
     */
    public Jackson2BodyConverter(ObjectMapper mapper) {
        this(withoutTyping(mapper), true);
    }

    private Jackson2BodyConverter(ObjectMapper mapper, boolean checks) {
        super(checks);
        this.mapper = mapper;
    }

    private static ObjectMapper withoutTyping(ObjectMapper mapper) {
        ObjectMapper copy;
        try {
            copy = mapper.copy();
        } catch (IllegalStateException e) {
            // A subclass that does not override copy() throws this.
            if (mapper.getSerializationConfig().getDefaultTyper(mapper.constructType(Object.class)) == null) {
                return mapper;
            }
            throw new IllegalArgumentException(
                    mapper.getClass().getName() + " has default typing, and does not override copy()", e);
        }
        return copy.deactivateDefaultTyping();
    }

    /** A converter that does not check that what it writes is read as it is: for classes that no receiver reads. */
    public Jackson2BodyConverter withoutCheck() {
        return new Jackson2BodyConverter(mapper, false);
    }

    @Override
    public String print(Object object) {
        try {
            return mapper.writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public @Nullable Object parse(String body, Type type) {
        try {
            return mapper.readValue(body, mapper.constructType(type));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public @Nullable Object parseExactly(String body, Class<?> type) {
        try {
            return mapper.readerFor(type)
                    .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .readValue(body);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String place(RuntimeException failure) {
        if (!(failure.getCause() instanceof JsonProcessingException jackson)) {
            return BodyFailures.WRONG_TYPE;
        }
        JsonLocation location = jackson.getLocation();
        String position = location == null
                ? BodyFailures.WRONG_TYPE
                : "wrong at line " + location.getLineNr() + ", column " + location.getColumnNr();
        BodyPath path = new BodyPath();
        if (jackson instanceof JsonMappingException mapping) {
            List<JsonMappingException.Reference> steps = mapping.getPath();
            boolean nameIsData = mapping instanceof UnrecognizedPropertyException;
            for (int i = 0; i < steps.size(); i++) {
                boolean hidden = nameIsData && i == steps.size() - 1;
                JsonMappingException.Reference step = steps.get(i);
                path.step(hidden ? null : step.getFrom(), step.getFieldName(), step.getIndex());
            }
        }
        return path.after(position);
    }

    /** What is wrong with a class is not data. */
    @Override
    public String reason(RuntimeException failure) {
        return failure.getCause() instanceof InvalidDefinitionException definition
                ? definition.getOriginalMessage()
                : super.reason(failure);
    }

    /** As for Jackson 3. */
    @Override
    public boolean isEndless(RuntimeException failure) {
        Throwable cause = failure.getCause();
        return cause instanceof StreamConstraintsException
                || (cause instanceof JsonProcessingException jackson
                        && (jackson.getCause() instanceof StreamConstraintsException
                                || jackson.getCause() instanceof StackOverflowError
                                || String.valueOf(jackson.getOriginalMessage()).contains("self-reference")));
    }

    @Override
    public @Nullable String missingForKotlin() {
        return mapper.getRegisteredModuleIds().contains("com.fasterxml.jackson.module.kotlin.KotlinModule")
                ? null
                : "'com.fasterxml.jackson.module:jackson-module-kotlin'";
    }

    /** The library, for people. */
    @Override
    public String toString() {
        return "Jackson 2";
    }
}
