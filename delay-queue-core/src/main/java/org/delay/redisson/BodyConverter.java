package org.delay.redisson;

import java.lang.reflect.Type;

/**
 * Converts bodies to the text that is stored, and back. The queue itself treats a body as text.
 *
 * <p>The default writes JSON without class names, so any language can read a body, and no stored text can choose
 * the class that is instantiated. A {@link CharSequence} is stored unchanged.
 * A bean of this type replaces the default:
 *
 * <pre>{@code
 * @Bean
 * BodyConverter commaSeparated() {
 *     return new BodyConverter() {
 *         @Override
 *         public String write(Object object) {
 *             Order order = (Order) object;
 *             return order.id() + "," + order.price();
 *         }
 *
 *         @Override
 *         public <T> T read(String body, Class<T> type) {
 *             String[] fields = body.split(",", 2);
 *             return type.cast(new Order(fields[0], new BigDecimal(fields[1])));
 *         }
 *     };
 * }
 * }</pre>
 *
 * <p>Implementations must be thread-safe.
 */
public interface BodyConverter {

    /**
     * Writes an object as text.
     *
     * @throws RuntimeException if the object can't be written; then nothing is sent
     */
    String write(Object object);

    /**
     * Reads an object from text.
     *
     * @param type the class that the caller names; {@code String} returns the text unchanged
     * @throws RuntimeException if the text is not of that type; then the message becomes a dead letter
     */
    <T> T read(String body, Class<T> type);

    /** Whether {@link #read(String, Type)} supports types of this kind. By default it supports classes only. */
    default boolean reads(Type type) {
        return type instanceof Class<?>;
    }

    /**
     * As {@link #read(String, Class)}, for types with type arguments too, such as a list of orders.
     *
     * @throws IllegalArgumentException if it {@linkplain #reads does not support} such types
     */
    default Object read(String body, Type type) {
        if (type instanceof Class<?> plain) {
            return read(body, plain);
        }
        throw new IllegalArgumentException(getClass().getName() + " reads classes only, not " + type.getTypeName());
    }
}
