package org.delay.redisson.listener;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanExpressionException;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.util.ObjectUtils;

/** Resolves placeholders, then expressions, in texts of annotations. Throws {@link IllegalArgumentException} for invalid texts. */
record Texts(ConfigurableListableBeanFactory beans) {

    /** The value as one text, or null if an expression returns null. */
    @Nullable
    String one(String given) {
        Object value = value(given);
        return value == null ? null : value.toString();
    }

    /** The values, which are several if an expression returns an array or a collection. */
    List<String> all(String given) {
        Object value = value(given);
        Stream<?> values;
        if (value instanceof Collection<?> several) {
            values = several.stream();
        } else if (ObjectUtils.isArray(value)) {
            values = Arrays.stream(ObjectUtils.toObjectArray(value));
        } else {
            values = Stream.ofNullable(value);
        }
        return values.filter(Objects::nonNull).map(Object::toString).toList();
    }

    private @Nullable Object value(String given) {
        String text = beans.resolveEmbeddedValue(given);
        BeanExpressionResolver expressions = beans.getBeanExpressionResolver();
        if (expressions == null) {
            return text;
        }
        try {
            return expressions.evaluate(text, new BeanExpressionContext(beans, null));
        } catch (BeanExpressionException e) {
            throw new IllegalArgumentException(
                    NestedExceptionUtils.getMostSpecificCause(e).getMessage(), e);
        }
    }
}
