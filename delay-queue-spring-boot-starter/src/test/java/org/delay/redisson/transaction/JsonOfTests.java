package org.delay.redisson.transaction;

import java.lang.reflect.Type;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.json.FastjsonBodyConverter;

/** Refuses what a converter can't write. */
final class JsonOfTests implements BodyConverter {

    static final Object UNWRITABLE = new Object();

    private final BodyConverter json = new FastjsonBodyConverter();

    @Override
    public String write(Object body) {
        if (body == UNWRITABLE) {
            throw new IllegalArgumentException("body can't be written");
        }
        return json.write(body);
    }

    @Override
    public <T> T read(String body, Class<T> type) {
        return json.read(body, type);
    }

    @Override
    public Object read(String body, Type type) {
        return json.read(body, type);
    }
}
