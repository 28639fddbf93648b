package org.delay.redisson;

import java.lang.reflect.Type;

/**
 * Turns what an application sends into the text that is stored, and back. The queue itself treats a body as text.
 *
 * <p>The default writes JSON without class names, so a body can be read by any language and no stored text can choose
 * the class that is created from it. A {@link CharSequence} is never converted: it is stored as it is.
 * A bean of this type takes the default's place:
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
 * <p>Implementations must be safe for use by many threads at once.
 */
public interface BodyConverter {

    /**
     * The text for an object.
     *
     * @throws RuntimeException if the object can't be written; nothing is sent then
     */
    String write(Object object);

    /**
     * The object for a text.
     *
     * @param type the class that the caller names; {@code String} answers the text as it is
     * @throws RuntimeException if the text is not one of that type; the message becomes a dead letter
     */
    <T> T read(String body, Class<T> type);

    /** Whether {@link #read(String, Type)} knows types of this kind; by default no others than classes. */
    default boolean reads(Type type) {
        return type instanceof Class<?>;
    }

    /**
     * As {@link #read(String, Class)}, for types with type arguments too, such as a list of orders.
     *
     * @throws IllegalArgumentException if it {@linkplain #reads does not know} such types
     */
    default Object read(String body, Type type) {
        if (type instanceof Class<?> plain) {
            return read(body, plain);
        }
        throw new IllegalArgumentException(getClass().getName() + " reads classes only, and not " + type.getTypeName());
    }
}
