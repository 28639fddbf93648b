package org.delay.redisson.autoconfigure;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.json.Jackson2BodyConverter;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Mappers of Jackson 2. One for YAML or the like is none for bodies. */
record Jackson2Mappers(ObjectProvider<ObjectMapper> markedMappers, ObjectProvider<ObjectMapper> mappers)
        implements JsonMappers {

    @Override
    public @Nullable BodyConverter marked(boolean checks) {
        return converter(Candidates.one(markedMappers), checks);
    }

    @Override
    public @Nullable BodyConverter only(boolean checks) {
        ObjectMapper mapper = mappers.getIfAvailable();
        return mapper == null || !"JSON".equals(mapper.getFactory().getFormatName()) ? null : converter(mapper, checks);
    }

    private static @Nullable BodyConverter converter(@Nullable ObjectMapper mapper, boolean checks) {
        if (mapper == null) {
            return null;
        }
        Jackson2BodyConverter converter = new Jackson2BodyConverter(mapper);
        return checks ? converter : converter.withoutCheck();
    }
}
