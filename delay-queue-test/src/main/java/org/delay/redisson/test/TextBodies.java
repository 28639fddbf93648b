package org.delay.redisson.test;

import org.delay.redisson.BodyConverter;

/** Writes a body as its {@code toString()}, and reads text only. */
final class TextBodies implements BodyConverter {

    @Override
    public String write(Object object) {
        return object.toString();
    }

    @Override
    public <T> T read(String body, Class<T> type) {
        if (!type.isAssignableFrom(String.class)) {
            throw new IllegalArgumentException(
                    "type must be String, because this queue was built without a converter, but" + " is "
                            + type.getName());
        }
        return type.cast(body);
    }
}
