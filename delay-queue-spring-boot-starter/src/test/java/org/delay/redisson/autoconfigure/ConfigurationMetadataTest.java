package org.delay.redisson.autoconfigure;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

/** What an editor shows of the properties is complete, and says what is so. */
class ConfigurationMetadataTest {

    private static final String PREFIX = "delay.redisson.";

    /** Without the first, nothing is deleted; without the second, nothing is routed. */
    private static final Set<String> WITHOUT_DEFAULT =
            Set.of("delay.redisson.dead-letter-retention", "delay.redisson.routes");

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
                        ShowValues.class.getName(),
                        "java.util.Set<java.lang.String>",
                        "java.util.Map<java.lang.String,java.lang.String>");
    }

    /** Setting a property to its documented default changes nothing. */
    @ParameterizedTest
    @MethodSource("properties")
    void hasTheDefaultThatApplies(Map<String, Object> property) {
        String name = (String) property.get("name");
        Object documented = property.get("defaultValue");
        if (WITHOUT_DEFAULT.contains(name)) {
            assertThat(documented).isNull();
            assertThat(bind(Map.of()).deadLetterRetention()).isNull();
            assertThat(bind(Map.of()).routes()).isEmpty();
            return;
        }
        assertThat(documented).isNotNull();
        RedissonDelayProperties unset = bind(Map.of());
        RedissonDelayProperties spelledOut = bind(Map.of(name, documented));
        assertThat(effective(spelledOut)).isEqualTo(effective(unset));
    }

    /** The comparison above detects a wrong default. */
    @ParameterizedTest
    @CsvSource({
        "workers, 5",
        "register-service, orders",
        "retry.jitter, 0.3",
        "limits.bulk, 7",
        "health.timeout, 2s",
        "routes.a, b"
    })
    void anotherValueIsAnotherConfiguration(String property, String value) {
        assertThat(effective(bind(Map.of(PREFIX + property, value)))).isNotEqualTo(effective(bind(Map.of())));
    }

    private static RedissonDelayProperties bind(Map<String, Object> values) {
        Map<String, Object> flat = new TreeMap<>();
        values.forEach((name, value) -> flat.put(
                name,
                value instanceof List<?> list
                        ? list.stream().map(Object::toString).collect(joining(","))
                        : value));
        return new Binder(
                        List.of(new MapConfigurationPropertySource(flat)),
                        null,
                        ApplicationConversionService.getSharedInstance())
                .bindOrCreate("delay.redisson", RedissonDelayProperties.class);
    }

    /** The core's settings, and the components that only the starter has. */
    private static List<Object> effective(RedissonDelayProperties properties) {
        return List.of(
                CoreSettings.dispatch(properties),
                CoreSettings.limits(properties),
                properties.service(),
                properties.enable(),
                properties.autoStartup(),
                properties.failFast(),
                properties.keyPrefix(),
                properties.shards(),
                properties.replication(),
                properties.metrics(),
                properties.observation(),
                properties.health(),
                properties.endpoint(),
                properties.routes());
    }

    @Test
    void repeatsDefaultsOnlyOfPropertiesThatAreThere() throws IOException {
        Set<Object> names = new TreeSet<>();
        properties().forEach(property -> names.add(property.get("name")));
        assertThat(read("/META-INF/additional-spring-configuration-metadata.json"))
                .allSatisfy(property -> assertThat(names).contains(property.get("name")));
        assertThat(names).hasSize(34);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> read(String resource) throws IOException {
        try (InputStream json = RedissonDelayProperties.class.getResourceAsStream(resource)) {
            return (List<Map<String, Object>>)
                    JsonMapper.shared().readValue(json, Map.class).get("properties");
        }
    }
}
