package org.delay.redisson.startup;

import java.time.Duration;
import java.util.stream.Collectors;
import org.delay.redisson.DurationText;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;

/**
 * Names invalid properties as they are written. Spring Boot's own analysis gives the names and values of the class that they are
 * bound to: {@code consumerSleep}, and {@code PT0S} for {@code 0}.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class InvalidPropertyFailureAnalyzer extends AbstractFailureAnalyzer<BindValidationException> {

    private static final String PREFIX = "delay.redisson";

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindValidationException cause) {
        if (!cause.getValidationErrors().getName().toString().equals(PREFIX)) {
            return null;
        }
        return new FailureAnalysis(
                cause.getValidationErrors().getAllErrors().stream()
                        .map(InvalidPropertyFailureAnalyzer::text)
                        .collect(Collectors.joining("\n", "Properties of the delay queue are invalid:\n", "")),
                "Correct the properties.",
                cause);
    }

    private static String text(ObjectError error) {
        StringBuilder text = new StringBuilder();
        if (error instanceof FieldError field) {
            Object value = field.getRejectedValue();
            text.append("\n    Property: ")
                    .append(PREFIX)
                    .append('.')
                    .append(DataObjectPropertyName.toDashedForm(field.getField()))
                    .append("\n    Value: \"")
                    .append(value instanceof Duration duration ? DurationText.of(duration) : value)
                    .append('"');
            Origin origin = Origin.from(error);
            if (origin != null) {
                text.append("\n    Origin: ").append(origin);
            }
        }
        return text.append("\n    Reason: ").append(error.getDefaultMessage()).toString();
    }
}
