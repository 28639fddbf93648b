package org.delay.redisson.docs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.delay.redisson.docs.Metadata.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.util.unit.DataSize;

/** The limits that descriptions of properties tell, as in "1ms to 1h.", are the ones that apply. */
class LimitsOfPropertiesTest {

    private static final Pattern RANGE = Pattern.compile("(?:^|[ ])(\\d\\S*) to (\\d\\S*)\\.$");
    private static final Pattern AT_LEAST = Pattern.compile("At least (\\d\\w*)");
    private static final Pattern AT_MOST = Pattern.compile("at most (\\d\\w*)\\.$");
    private static final Pattern LESS_THAN = Pattern.compile("less than (\\d\\w*)\\.$");

    static Stream<Property> numbers() {
        return Metadata.onClassPath().properties().stream()
                .filter(property -> property.name().startsWith("delay.redisson."))
                .filter(property -> Stream.of("Integer", "Double", "Duration", "DataSize")
                        .anyMatch(type -> String.valueOf(property.type()).endsWith(type)));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void areTheOnesThatApply(Property property) throws Exception {
        String lowest = first(property, RANGE, 1);
        lowest = lowest == null ? first(property, AT_LEAST, 1) : lowest;
        String highest = first(property, RANGE, 2);
        highest = highest == null ? first(property, AT_MOST, 1) : highest;
        String above = first(property, LESS_THAN, 1);
        assertThat(lowest == null && highest == null && above == null)
                .as("'%s' tells no limit", property.description())
                .isFalse();
        if (lowest != null) {
            assertAccepted(property, lowest);
            assertRefused(property, beside(property, lowest, -1));
        }
        if (highest != null) {
            assertAccepted(property, highest);
            assertRefused(property, beside(property, highest, 1));
        }
        if (above != null) {
            assertAccepted(property, beside(property, above, -1));
            assertRefused(property, above);
        }
    }

    private static @Nullable String first(Property property, Pattern pattern, int group) {
        Matcher matcher = pattern.matcher(requireNonNull(property.description()));
        return matcher.find() ? matcher.group(group) : null;
    }

    /** The nearest value on the other side of a limit. */
    private static String beside(Property property, String limit, int step) throws ClassNotFoundException {
        Object value = ApplicationConversionService.getSharedInstance()
                .convert(limit, Class.forName(requireNonNull(property.type())));
        if (value instanceof Duration duration) {
            return duration.plusMillis(step).toMillis() + "ms";
        }
        if (value instanceof DataSize size) {
            return size.toBytes() + step + "B";
        }
        return value instanceof Integer number
                ? String.valueOf(number + step)
                : String.valueOf(((Number) requireNonNull(value)).doubleValue() + step * 0.01);
    }

    private static void assertAccepted(Property property, String value) {
        assertThatCode(() -> bind(property, value)).as(value).doesNotThrowAnyException();
    }

    private static void assertRefused(Property property, String value) {
        assertThatThrownBy(() -> bind(property, value)).as(value).isInstanceOf(BindException.class);
    }

    private static String maxDelayBeside(Property property) {
        String group = property.name().substring(0, property.name().lastIndexOf('.'));
        return (group.endsWith("retry") ? group : "delay.redisson.retry") + ".max-delay";
    }

    private static void bind(Property property, String value) {
        // A delay may not be longer than the longest.
        String longest = property.name().endsWith("retry.delay") ? "365d" : "10m";
        Map<String, String> values = property.name().endsWith("retry.max-delay")
                ? Map.of(property.name(), value)
                : Map.of(maxDelayBeside(property), longest, property.name(), value);
        Configuration.bindOurs(new Binder(new MapConfigurationPropertySource(values)));
    }
}
