package org.delay.redisson.json;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes and reads bodies as JSON with the application's own Jackson 3 mapper. It uses the mapper's naming, modules and annotations, so
 * the application's Kafka listeners can read the bodies.
 *
 * <p>Default typing is off, whatever the mapper's settings are: no class name is written, and no content of a body selects a class. Types
 * that an application declares with {@code @JsonTypeInfo} work.
 *
 * <p>An object that would not be read as it is written is refused, unless {@link #withoutCheck} says otherwise.
 *
 * <p>Safe for use by many threads.
 */
public final class JacksonBodyConverter extends JsonBodyConverter {

    private final JsonMapper mapper;

    /** @param mapper is not changed; the converter uses a copy */
    public JacksonBodyConverter(JsonMapper mapper) {
        this(mapper.rebuild().deactivateDefaultTyping().build(), true);
    }

    private JacksonBodyConverter(JsonMapper mapper, boolean checks) {
        super(checks);
        this.mapper = mapper;
    }

    /** A converter that does not check that what it writes is read as it is: for classes that no receiver reads. */
    public JacksonBodyConverter withoutCheck() {
        return new JacksonBodyConverter(mapper, false);
    }

    @Override
    public String print(Object object) {
        return mapper.writeValueAsString(object);
    }

    @Override
    public @Nullable Object parse(String body, Type type) {
        return mapper.readValue(body, mapper.constructType(type));
    }

    @Override
    public @Nullable Object parseExactly(String body, Class<?> type) {
        return mapper.readerFor(type)
                .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .readValue(body);
    }

    @Override
    public String place(RuntimeException failure) {
        if (!(failure instanceof JacksonException jackson)) {
            return BodyFailures.WRONG_TYPE;
        }
        TokenStreamLocation location = jackson.getLocation();
        String position = location == null
                ? BodyFailures.WRONG_TYPE
                : "wrong at line " + location.getLineNr() + ", column " + location.getColumnNr();
        boolean nameIsData = failure instanceof UnrecognizedPropertyException;
        BodyPath path = new BodyPath();
        for (int i = 0; i < jackson.getPath().size(); i++) {
            JacksonException.Reference step = jackson.getPath().get(i);
            boolean hidden = nameIsData && i == jackson.getPath().size() - 1;
            path.step(hidden ? null : step.from(), step.getPropertyName(), step.getIndex());
        }
        return path.after(position);
    }

    /** What is wrong with a class is not data. */
    @Override
    public String reason(RuntimeException failure) {
        return failure instanceof InvalidDefinitionException definition
                ? definition.getOriginalMessage()
                : super.reason(failure);
    }

    /** It says so of an object that is its own property, and else meets the limit of its depth. */
    @Override
    public boolean isEndless(RuntimeException failure) {
        return failure instanceof StreamConstraintsException
                || failure.getCause() instanceof StreamConstraintsException
                || (failure instanceof JacksonException jackson
                        && String.valueOf(jackson.getOriginalMessage()).contains("self-reference"));
    }

    @Override
    public @Nullable String missingForKotlin() {
        return mapper.registeredModules().stream()
                        .anyMatch(module -> "tools.jackson.module.kotlin.KotlinModule".equals(module.getModuleName()))
                ? null
                : "'tools.jackson.module:jackson-module-kotlin'";
    }

    /** The library, for people. */
    @Override
    public String toString() {
        return "Jackson 3";
    }
}
