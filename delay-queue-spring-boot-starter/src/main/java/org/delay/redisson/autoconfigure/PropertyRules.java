package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DurationText;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.validation.Errors;

/**
 * Reports the properties that break a rule. Most rules are the core's: a value is tried there, and what the core refuses is
 * reported under the property's name. A property that is not set breaks no rule.
 */
@RequiredArgsConstructor
final class PropertyRules {

    private static final Pattern CORES_NAME = Pattern.compile("^[A-Za-z]+ (?=must )");

    private final Errors errors;

    /**
     * Reports the property if the rule throws an {@link IllegalArgumentException}.
     *
     * @param value null if the property is not set
     * @return whether the value is allowed
     */
    <T> boolean check(String property, @Nullable T value, Consumer<T> rule) {
        try {
            if (value != null) {
                rule.accept(value);
            }
            return true;
        } catch (IllegalArgumentException e) {
            // Without the core's name of the value, because the analysis names the property.
            String reason = CORES_NAME.matcher(String.valueOf(e.getMessage())).replaceFirst("");
            errors.rejectValue(property, "invalid", reason);
            return false;
        }
    }

    /** Reports the property if the engine's settings refuse its value. */
    <T> void setting(
            String property,
            @Nullable T value,
            BiFunction<DispatchSettings.Builder, T, DispatchSettings.Builder> setter) {
        check(
                property,
                value,
                set -> setter.apply(DispatchSettings.builder(), set).build());
    }

    private static String text(Object value) {
        return value instanceof Duration duration ? DurationText.of(duration) : String.valueOf(value);
    }

    /** Reports the property if its value is outside the range. */
    <T extends Comparable<T>> void between(String property, @Nullable T value, T least, T most) {
        if (value != null && (value.compareTo(least) < 0 || value.compareTo(most) > 0)) {
            errors.rejectValue(
                    property, "invalid", "must be " + text(least) + " to " + text(most) + ", but is " + text(value));
        }
    }
}
