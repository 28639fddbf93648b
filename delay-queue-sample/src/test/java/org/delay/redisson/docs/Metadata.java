package org.delay.redisson.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is known of configuration properties: the {@code spring-configuration-metadata.json} of every library on the class
 * path.
 */
record Metadata(List<Property> properties) {

    /** A property. */
    record Property(
            String name,
            @Nullable String type,
            @Nullable String description,
            @Nullable Object defaultValue) {}

    static Metadata onClassPath() {
        List<Property> properties = new ArrayList<>();
        try {
            for (URL url : Collections.list(
                    Metadata.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
                read(url).forEach(properties::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Metadata(properties);
    }

    /** Whether there is such a property, or one whose keys are free and that it is part of. */
    boolean knows(String name) {
        ConfigurationPropertyName asked = ConfigurationPropertyName.adapt(name, '.');
        return properties.stream().anyMatch(property -> {
            ConfigurationPropertyName known = ConfigurationPropertyName.adapt(property.name(), '.');
            return known.equals(asked) || (isOpen(property) && known.isAncestorOf(asked));
        });
    }

    /** Whether there are properties whose names begin with this one. */
    boolean isGroup(String name) {
        return properties.stream().anyMatch(property -> property.name().startsWith(name + "."));
    }

    private static boolean isOpen(Property property) {
        String type = String.valueOf(property.type());
        return type.startsWith("java.util.Map<") || type.startsWith("java.util.List<") || type.endsWith("[]");
    }

    @SuppressWarnings("unchecked")
    private static List<Property> read(URL url) throws IOException {
        try (InputStream json = url.openStream()) {
            List<Map<String, Object>> entries = (List<Map<String, Object>>)
                    JsonMapper.shared().readValue(json, Map.class).get("properties");
            return entries.stream()
                    .map(entry -> new Property(
                            (String) entry.get("name"),
                            (String) entry.get("type"),
                            (String) entry.get("description"),
                            entry.get("defaultValue")))
                    .toList();
        }
    }
}
