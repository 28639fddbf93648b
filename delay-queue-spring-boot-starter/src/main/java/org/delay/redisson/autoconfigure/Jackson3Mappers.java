package org.delay.redisson.autoconfigure;

import org.delay.redisson.BodyConverter;
import org.delay.redisson.json.JacksonBodyConverter;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import tools.jackson.databind.json.JsonMapper;

/** Mappers of Jackson 3. */
record Jackson3Mappers(ObjectProvider<JsonMapper> markedMappers, ObjectProvider<JsonMapper> mappers)
        implements JsonMappers {

    @Override
    public @Nullable BodyConverter marked(boolean checks) {
        return converter(Candidates.one(markedMappers), checks);
    }

    @Override
    public @Nullable BodyConverter only(boolean checks) {
        return converter(mappers.getIfAvailable(), checks);
    }

    private static @Nullable BodyConverter converter(@Nullable JsonMapper mapper, boolean checks) {
        if (mapper == null) {
            return null;
        }
        JacksonBodyConverter converter = new JacksonBodyConverter(mapper);
        return checks ? converter : converter.withoutCheck();
    }
}
