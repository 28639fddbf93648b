package org.delay.redisson.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** {@code compose.yaml} starts what the profile "servers" looks for. */
class ComposeFileTest {

    private static final String LOOPBACK = "127.0.0.1:";

    private static Map<String, Map<String, Object>> services;
    private static Properties profile;

    @BeforeAll
    @SuppressWarnings("unchecked")
    static void read() throws Exception {
        try (Reader file = Files.newBufferedReader(Path.of("compose.yaml"))) {
            Map<String, Object> compose = new Yaml().load(file);
            services = (Map<String, Map<String, Object>>) compose.get("services");
        }
        profile = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of("src/main/resources/application-servers.properties"))) {
            profile.load(file);
        }
    }

    @Test
    void redisIsWhereTheProfileLooks() {
        assertThat(profile).containsEntry("spring.data.redis.host", "localhost");
        assertThat(ports("redis")).containsExactly(LOOPBACK + profile.getProperty("spring.data.redis.port") + ":6379");
        assertThat(services.get("redis").get("command").toString()).contains("noeviction");
    }

    @Test
    void kafkaIsWhereTheProfileLooks() {
        String server = profile.getProperty("spring.kafka.bootstrap-servers");
        assertThat(environment().get("KAFKA_ADVERTISED_LISTENERS")).isEqualTo("PLAINTEXT://" + server);
        assertThat(ports("kafka")).containsExactly(LOOPBACK + server.replace("localhost:", "") + ":9092");
        assertThat(environment().get("KAFKA_LISTENERS").toString()).startsWith("PLAINTEXT://:9092,");
    }

    @Test
    void kafkaKnowsEachOfItsSettings() {
        assertThat(environment().keySet())
                .allSatisfy(name -> assertThat(name).startsWith("KAFKA_"))
                .map(name -> name.substring("KAFKA_".length())
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '.'))
                .allSatisfy(name -> assertThat(KafkaConfig.configDef().names()).contains(name));
    }

    @Test
    void imagesAreNamedWithTheirVersions() {
        assertThat(services.values()).allSatisfy(service -> {
            assertThat(service.get("image").toString()).matches("[a-z/]+:\\d+\\.\\d+(\\.\\d+)?");
            assertThat(service).containsKey("healthcheck");
        });
    }

    @SuppressWarnings("unchecked")
    private static List<String> ports(String service) {
        return (List<String>) services.get(service).get("ports");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> environment() {
        return (Map<String, Object>) services.get("kafka").get("environment");
    }
}
