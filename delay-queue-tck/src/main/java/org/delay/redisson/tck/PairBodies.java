package org.delay.redisson.tck;

import org.delay.redisson.BodyConverter;

/** Bodies of the contract: a {@link Pair} is written as {@code left=right}. */
final class PairBodies implements BodyConverter {

    record Pair(String left, String right) {}

    @Override
    public String write(Object object) {
        if (object instanceof Pair pair) {
            return pair.left() + "=" + pair.right();
        }
        throw new IllegalStateException("Not a pair");
    }

    @Override
    public <T> T read(String body, Class<T> type) {
        String[] parts = body.split("=", 2);
        return type.cast(type == String.class ? body : new Pair(parts[0], parts[1]));
    }
}
