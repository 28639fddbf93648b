package org.delay.redisson.docs;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.delay.redisson.docs.Metadata.Property;

/** Writes {@code docs/configuration.md} from the metadata. */
final class ConfigurationPage {

    static final String FILE = "docs/configuration.md";

    static final String COMMAND = "mvn -B -ntp -pl delay-queue-sample -am test -Dtest=ConfigurationPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.write=true";

    private static final String PREFIX = "delay.redisson";

    private static final String INTRODUCTION = """
            # Configuration

            English | [中文](zh-CN/configuration.md)

            All properties begin with `delay.redisson`. In `application.properties` or `application.yaml`:

            ```yaml
            delay:
              redisson:
                enable: true
                register-service: orders
                consumer-sleep: 500
                retry:
                  max-attempts: 5
                  delay: 2s
            ```

            Durations take a suffix (`ms`, `s`, `m`, `h`, `d`), and so do sizes (`B`, `KB`, `MB`). If a value breaks a rule, the
            application does not start, and the failure analysis names the property. Properties of a module that is absent have no
            effect, and are not checked. Configure the connections to Redis and Kafka with `spring.data.redis.*` and
            `spring.kafka.*`, or with beans of your own. See [Cluster and Sentinel](redis.md).

            This page is generated from the starter's metadata, which IDEs show too. To generate it again:

            ```shell
            %s
            ```
            """;

    private ConfigurationPage() {}

    static String of(Metadata metadata) {
        Map<String, List<Property>> groups = metadata.properties().stream()
                .filter(property -> property.name().startsWith(PREFIX + "."))
                .collect(groupingBy(ConfigurationPage::group, TreeMap::new, java.util.stream.Collectors.toList()));
        return INTRODUCTION.formatted(COMMAND)
                + groups.entrySet().stream()
                        .map(group -> section(group.getKey(), group.getValue()))
                        .collect(joining());
    }

    private static String group(Property property) {
        return property.name().substring(0, property.name().lastIndexOf('.'));
    }

    private static String section(String group, List<Property> properties) {
        return "\n## %s\n\n| property | type | default | description |\n|---|---|---|---|\n".formatted(group)
                + properties.stream().map(ConfigurationPage::row).sorted().collect(joining());
    }

    private static String row(Property property) {
        return "| `%s` | %s | %s | %s |\n"
                .formatted(
                        property.name().substring(group(property).length() + 1),
                        type(property),
                        defaultValue(property),
                        String.valueOf(property.description()).replace("|", "\\|"));
    }

    private static String type(Property property) {
        String type = String.valueOf(property.type());
        String name = type.replaceAll("<.*", "");
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "Boolean" -> "true or false";
            case "Integer", "Long" -> "number";
            case "Double" -> "decimal number";
            case "String" -> "text";
            case "Duration" -> "duration";
            case "DataSize" -> "size";
            case "Set", "List" -> "comma-separated texts";
            case "Map" -> "texts by name";
            default -> choices(type);
        };
    }

    private static String choices(String type) {
        try {
            return Stream.of(Class.forName(type).getEnumConstants())
                    .map(choice ->
                            "`" + choice.toString().toLowerCase(Locale.ROOT).replace('_', '-') + "`")
                    .collect(joining(", "));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String defaultValue(Property property) {
        Object value = property.defaultValue();
        return value == null || value.equals(List.of()) ? "none" : "`" + value + "`";
    }
}
