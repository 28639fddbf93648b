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
import org.delay.redisson.journal.DeliveryCheckMode;
import org.delay.redisson.journal.HistoryMode;
import org.delay.redisson.journal.OtherTransactions;
import org.delay.redisson.journal.RestoreMode;
import org.delay.redisson.journal.WhenDown;
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
        return all().filter(property -> !property.get("name").toString().startsWith(PREFIX + "journal."))
                .filter(property -> !property.get("name").toString().startsWith(PREFIX + "kafka."))
                .filter(property -> !property.get("name").toString().startsWith(PREFIX + "rabbit."));
    }

    /** Also those of the journal, which are bound where it is on the class path. */
    static Stream<Map<String, Object>> all() throws IOException {
        // Those of the endpoint are Spring Boot's, with its descriptions.
        return read("/META-INF/spring-configuration-metadata.json").stream()
                .filter(property -> !property.get("name").toString().startsWith("management."));
    }

    @ParameterizedTest
    @MethodSource("all")
    void isDescribedInSpringBootsStyle(Map<String, Object> property) {
        String description = (String) property.get("description");
        assertThat(description).isNotBlank().endsWith(".").matches("[A-Z].*");
        assertThat(description).doesNotStartWith("The ").doesNotStartWith("A ").doesNotContainIgnoringCase("default");
        assertThat(description.startsWith("Whether "))
                .isEqualTo(property.get("type").equals("java.lang.Boolean"));
    }

    @ParameterizedTest
    @MethodSource("all")
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
                        TransactionMode.class.getName(),
                        JournalSchemaMode.class.getName(),
                        DeliveryCheckMode.class.getName(),
                        HistoryMode.class.getName(),
                        OtherTransactions.class.getName(),
                        RestoreMode.class.getName(),
                        WhenDown.class.getName(),
                        "java.util.Set<java.lang.String>",
                        "java.util.Map<java.lang.String,java.lang.String>",
                        "java.util.Map<java.lang.String," + DelayQueueRabbitProperties.Route.class.getName() + ">");
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

    @Test
    void propertiesOfTheJournalHaveTheDefaultsThatApply() throws IOException {
        Map<String, Object> spelledOut = new TreeMap<>();
        all().filter(property -> property.get("name").toString().startsWith(PREFIX + "journal."))
                .forEach(property -> spelledOut.put((String) property.get("name"), property.get("defaultValue")));
        assertThat(spelledOut).hasSize(10).doesNotContainValue(null);
        assertThat(bindJournal(spelledOut)).isEqualTo(bindJournal(Map.of()));
    }

    @Test
    void propertiesOfRabbitHaveTheDefaultsThatApply() throws IOException {
        Map<String, Object> defaults = new TreeMap<>();
        all().filter(property -> property.get("name").toString().startsWith(PREFIX + "rabbit."))
                .forEach(property -> defaults.put((String) property.get("name"), property.get("defaultValue")));
        DelayQueueRabbitProperties unset =
                new Binder(List.of()).bindOrCreate(PREFIX + "rabbit", DelayQueueRabbitProperties.class);
        assertThat(unset.routes()).isEmpty();
        assertThat(defaults).containsEntry(PREFIX + "rabbit.content-type", unset.contentType());
    }

    @Test
    void propertiesOfKafkaHaveTheDefaultsThatApply() throws IOException {
        Map<String, Object> spelledOut = new TreeMap<>();
        all().filter(property -> property.get("name").toString().startsWith(PREFIX + "kafka."))
                .forEach(property -> spelledOut.put((String) property.get("name"), property.get("defaultValue")));
        spelledOut.remove(PREFIX + "kafka.retry.ordered-topics");
        assertThat(spelledOut).hasSize(7).doesNotContainValue(null);
        DelayQueueKafkaProperties unset = bindKafka(Map.of());
        assertThat(unset.retry().orderedTopics()).isEmpty();
        DelayQueueKafkaProperties bound = bindKafka(spelledOut);
        assertThat(bound.intercept()).isEqualTo(unset.intercept());
        assertThat(bound.retry().enabled()).isEqualTo(unset.retry().enabled());
        assertThat(CoreSettings.retry(bound.retry().policy()))
                .isEqualTo(CoreSettings.retry(unset.retry().policy()));
    }

    private static DelayQueueKafkaProperties bindKafka(Map<String, Object> values) {
        return new Binder(
                        List.of(new MapConfigurationPropertySource(flat(values))),
                        null,
                        ApplicationConversionService.getSharedInstance())
                .bindOrCreate(PREFIX + "kafka", DelayQueueKafkaProperties.class);
    }

    private static DelayQueueJournalProperties bindJournal(Map<String, Object> values) {
        return new Binder(
                        List.of(new MapConfigurationPropertySource(flat(values))),
                        null,
                        ApplicationConversionService.getSharedInstance())
                .bindOrCreate(PREFIX + "journal", DelayQueueJournalProperties.class);
    }

    /** The comparison above detects a wrong default. */
    @ParameterizedTest
    @CsvSource({
        "workers, 5",
        "register-service, orders",
        "retry.jitter, 0.3",
        "limits.bulk, 7",
        "health.timeout, 2s",
        "routes.a, b",
        "transaction, after-commit"
    })
    void anotherValueIsAnotherConfiguration(String property, String value) {
        assertThat(effective(bind(Map.of(PREFIX + property, value)))).isNotEqualTo(effective(bind(Map.of())));
    }

    private static Map<String, Object> flat(Map<String, Object> values) {
        Map<String, Object> flat = new TreeMap<>();
        values.forEach((name, value) -> flat.put(
                name,
                value instanceof List<?> list
                        ? list.stream().map(Object::toString).collect(joining(","))
                        : value));
        return flat;
    }

    private static RedissonDelayProperties bind(Map<String, Object> values) {
        return new Binder(
                        List.of(new MapConfigurationPropertySource(flat(values))),
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
                properties.transaction(),
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
        all().forEach(property -> names.add(property.get("name")));
        assertThat(read("/META-INF/additional-spring-configuration-metadata.json"))
                .allSatisfy(property -> assertThat(names).contains(property.get("name")));
        assertThat(properties()).hasSize(37);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> read(String resource) throws IOException {
        try (InputStream json = RedissonDelayProperties.class.getResourceAsStream(resource)) {
            return (List<Map<String, Object>>)
                    JsonMapper.shared().readValue(json, Map.class).get("properties");
        }
    }
}
