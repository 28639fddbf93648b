package org.delay.redisson.listener;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Headers;
import org.delay.redisson.PermanentFailure;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;

/** A header, converted to the type of its parameter. */
record HeaderArgument(
        String name,
        boolean required,
        @Nullable String defaultValue,
        MethodParameter parameter,
        ConversionService types)
        implements Argument {

    private static final TypeDescriptor TEXT = TypeDescriptor.valueOf(String.class);

    boolean canConvert() {
        return types.canConvert(TEXT, target());
    }

    private TypeDescriptor target() {
        return new TypeDescriptor(parameter.nestedIfOptional());
    }

    @Override
    public @Nullable Object of(List<DelayedMessage> messages, List<Object> bodies) {
        String text = all(messages.get(0)).getOrDefault(name, defaultValue);
        if (parameter.getParameterType() == Optional.class) {
            return Optional.ofNullable(text == null ? null : converted(text));
        }
        if (text != null) {
            return converted(text);
        }
        if (required) {
            throw new PermanentFailure("The message has no header '" + name + "', which its listener requires");
        }
        return null;
    }

    /** The exception does not contain the value, because logs must not show it. */
    private @Nullable Object converted(String text) {
        try {
            return types.convert(text, TEXT, target());
        } catch (ConversionException e) {
            throw new PermanentFailure("Header '" + name + "' can't be read as "
                    + parameter.nestedIfOptional().getNestedParameterType().getName());
        }
    }

    /** The message's own headers and those of {@link Headers}. */
    static Map<String, String> all(DelayedMessage message) {
        Map<String, String> headers = new LinkedHashMap<>(message.headers());
        headers.put(Headers.ID, message.id());
        headers.put(Headers.DUE_TIME, message.dueTime().toString());
        headers.put(Headers.PRIORITY, Integer.toString(message.priority()));
        headers.put(Headers.ATTEMPT, Integer.toString(message.attempt()));
        return headers;
    }
}
