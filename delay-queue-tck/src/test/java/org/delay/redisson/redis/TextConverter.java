package org.delay.redisson.redis;

import org.delay.redisson.BodyConverter;

/** Bodies of these tests are texts. */
final class TextConverter implements BodyConverter {

    @Override
    public String write(Object object) {
        return object.toString();
    }

    @Override
    public <T> T read(String body, Class<T> type) {
        return type.cast(body);
    }
}
