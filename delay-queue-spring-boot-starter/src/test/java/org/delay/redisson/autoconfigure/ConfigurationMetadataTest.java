package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

/** What an editor shows of the properties is complete, and says what is so. */
class ConfigurationMetadataTest {

    private static final String PREFIX = "delay.redisson.";

    /** The one that has no default: without it nothing is deleted. */
    private static final Set<String> WITHOUT_DEFAULT = Set.of("delay.redisson.dead-letter-retention");

    static Stream<Map<String, Object>> properties() throws IOException {
        // Those of the endpoint are Spring Boot's, with its descriptions.
        return read("/META-INF/spring-configuration-metadata.json").stream()
                .filter(property -> !property.get("name").toString().startsWith("management."));
    }

    @ParameterizedTest
    @MethodSource("properties")
    void isDescribedInSpringBootsStyle(Map<String, Object> property) {
        String description = (String) property.get("description");
        assertThat(description).isNotBlank().endsWith(".").matches("[A-Z].*");
        assertThat(description).doesNotStartWith("The ").doesNotStartWith("A ").doesNotContainIgnoringCase("default");
        assertThat(description.startsWith("Whether "))
                .isEqualTo(property.get("type").equals("java.lang.Boolean"));
    }

    @ParameterizedTest
    @MethodSource("properties")
    void hasATypeThatSaysItsUnit(Map<String, Object> property) {
        assertThat((String) property.get("type"))
                .isIn(
                        Boolean.class.getName(),
                        Integer.class.getName(),
                        Double.class.getName(),
                        String.class.getName(),
                        Duration.class.getName(),
                        DataSize.class.getName(),
                        RedissonDelayProperties.ShowValues.class.getName(),
                        "java.util.Set<java.lang.String>");
    }

    /** The defaults live in the core; the metadata can only repeat them. */
    @ParameterizedTest
    @MethodSource("properties")
    void hasTheDefaultThatApplies(Map<String, Object> property) throws ClassNotFoundException {
        String name = (String) property.get("name");
        String type = (String) property.get("type");
        Object documented = property.get("defaultValue");
        Object actual = PropertyAccessorFactory.forBeanPropertyAccess(new RedissonDelayProperties())
                .getPropertyValue(CamelCase.of(name.substring(PREFIX.length())));
        if (WITHOUT_DEFAULT.contains(name)) {
            assertThat(documented).isNull();
            assertThat(actual).isNull();
        } else {
            assertThat(ApplicationConversionService.getSharedInstance()
                            .convert(documented, Class.forName(type.replaceFirst("<.*>", ""))))
                    .isEqualTo(actual);
        }
    }

    @Test
    void repeatsDefaultsOnlyOfPropertiesThatAreThere() throws IOException {
        Set<Object> names = new TreeSet<>();
        properties().forEach(property -> names.add(property.get("name")));
        assertThat(read("/META-INF/additional-spring-configuration-metadata.json"))
                .allSatisfy(property -> assertThat(names).contains(property.get("name")));
        assertThat(names).hasSize(33);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> read(String resource) throws IOException {
        try (InputStream json = RedissonDelayProperties.class.getResourceAsStream(resource)) {
            return (List<Map<String, Object>>)
                    JsonMapper.shared().readValue(json, Map.class).get("properties");
        }
    }
}
