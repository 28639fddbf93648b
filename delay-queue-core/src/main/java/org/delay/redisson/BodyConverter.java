package org.delay.redisson;

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
}
