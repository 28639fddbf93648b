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
     * @throws RuntimeException if the text is not of that type; then the message becomes a dead letter. If the exception is an
     *     {@link InvalidBody}, the dead letter says where the text is wrong
     * @throws DestinationUnavailable if something is unavailable that reading needs, such as a key server; then the message waits,
     *     unless {@link DelayQueueMessage#getDelayQueue(String, Class)} has removed it
     */
    <T> T read(String body, Class<T> type);

    /** Whether {@link #read(String, Type)} supports types of this kind. By default it supports classes only. */
    default boolean reads(Type type) {
        return type instanceof Class<?>;
    }

    /**
     * As {@link #read(String, Class)}, but also for generic types, such as a list of orders.
     *
     * @throws IllegalArgumentException if it {@linkplain #reads does not support} such types
     */
    default Object read(String body, Type type) {
        if (type instanceof Class<?> plain) {
            return read(body, plain);
        }
        throw new IllegalArgumentException(getClass().getName() + " reads classes only, not " + type.getTypeName());
    }

    /**
     * A text is not of the type that it is read as. The message of this exception is logged and kept with the dead letter, so it
     * must not contain any part of the text.
     */
    class InvalidBody extends IllegalArgumentException {

        private final String where;

        /**
         * Describes the failure.
         *
         * @param message the whole text of this exception
         * @param where where the text is wrong, for example {@code "wrong at line 3, column 12, in items[2].price"}
         */
        public InvalidBody(String message, String where) {
            super(message);
            this.where = where;
        }

        /** Where the text is wrong, without any part of it. */
        public String where() {
            return where;
        }
    }

    /**
     * An object can't be written, or would not be read as it is written, so it is not sent. If this ends the start of an application, Spring Boot's failure
     * analysis says so instead of a stack trace.
     */
    class UnsendableBody extends IllegalArgumentException {

        private final String what;
        private final String remedy;

        /**
         * Describes the failure. Both texts become the message, so they must not contain any part of the object.
         *
         * @param what what would happen to the object, as a sentence without its full stop
         * @param remedy what to do about it, likewise
         */
        public UnsendableBody(String what, String remedy) {
            super(what + ". " + remedy);
            this.what = what;
            this.remedy = remedy;
        }

        /** What would happen to the object. */
        public String what() {
            return what;
        }

        /** What to do about it. */
        public String remedy() {
            return remedy;
        }
    }
}
