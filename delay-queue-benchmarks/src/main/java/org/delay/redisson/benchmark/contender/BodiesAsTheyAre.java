package org.delay.redisson.benchmark.contender;

import org.delay.redisson.BodyConverter;

/** The bodies are already text, so no contender writes JSON. */
final class BodiesAsTheyAre implements BodyConverter {

    @Override
    public String write(Object object) {
        return object.toString();
    }

    @Override
    public <T> T read(String body, Class<T> type) {
        return type.cast(body);
    }
}
