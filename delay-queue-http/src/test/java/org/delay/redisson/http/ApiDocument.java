package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What openapi.yaml says, held against what is sent and answered. */
final class ApiDocument {

    static final JsonNode ROOT = read();

    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final Map<JsonNode, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private ApiDocument() {}

    private static JsonNode read() {
        try (InputStream file = ApiDocument.class.getResourceAsStream("openapi.yaml")) {
            return new YAMLMapper().readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All operations, such as {@code GET /topics}. */
    static Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        ROOT.get("paths")
                .properties()
                .forEach(path -> path.getValue().propertyNames().forEach(name -> {
                    if (!name.equals("parameters")) {
                        operations.add(name.toUpperCase(Locale.ROOT) + " " + path.getKey());
                    }
                }));
        return operations;
    }

    static void check(String method, String pathAndQuery, @Nullable String json, Api.Reply reply) {
        JsonNode operation = operation(method, pathAndQuery.replaceFirst("\\?.*", ""));
        if (operation == null) {
            return;
        }
        JsonNode responses = operation.get("responses");
        JsonNode documented = responses.get(String.valueOf(reply.status()));
        assertThat(documented != null || reply.status() >= 400)
                .as("%s %s answers %s, which is not documented", method, pathAndQuery, reply.status())
                .isTrue();
        JsonNode content = resolved(documented == null ? responses.get("default") : documented)
                .get("content");
        String type = reply.header("Content-Type").replaceFirst(";.*", "");
        assertThat(content.propertyNames())
                .as("%s %s: %s", method, pathAndQuery, reply)
                .contains(type);
        if (type.endsWith("json")) {
            assertValid(content.get(type).get("schema"), reply.body());
        }
        if (json != null && reply.status() < 300) {
            assertThat(operation.has("requestBody")).isTrue();
            assertValid(resolved(operation.get("requestBody")).at("/content/application~1json/schema"), json);
        }
    }

    private static @Nullable JsonNode operation(String method, String path) {
        for (Map.Entry<String, JsonNode> entry : ROOT.get("paths").properties()) {
            if (path.matches(entry.getKey().replace("{topic}", "[^/]+").replace(".", "\\."))) {
                return entry.getValue().get(method.toLowerCase(Locale.ROOT));
            }
        }
        return null;
    }

    private static JsonNode resolved(JsonNode node) {
        JsonNode reference = node.get("$ref");
        return reference == null ? node : ROOT.at(reference.asString().substring(1));
    }

    private static void assertValid(JsonNode schema, String json) {
        Schema compiled = SCHEMAS.computeIfAbsent(schema, one -> {
            ObjectNode whole = ((ObjectNode) one).deepCopy();
            whole.set("components", ROOT.get("components"));
            return REGISTRY.getSchema(whole);
        });
        assertThat(compiled.validate(JsonMapper.shared().readTree(json)))
                .as(json)
                .isEmpty();
    }
}
