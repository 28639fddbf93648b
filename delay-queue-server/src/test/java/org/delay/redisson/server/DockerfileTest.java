package org.delay.redisson.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/** The Dockerfile fits what is built here. */
class DockerfileTest {

    private final List<String> lines = read();

    private static List<String> read() {
        try {
            return Files.readAllLines(Path.of("Dockerfile"));
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String line(String beginning) {
        return lines.stream()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void runsTheJarOfThisModuleWithoutBeingRoot() throws Exception {
        assertThat(line("COPY ")).isEqualTo("COPY target/delay-queue-server-*.jar server.jar");
        assertThat(line("ENTRYPOINT ")).contains("\"-jar\", \"server.jar\"");
        assertThat(line("USER ")).isNotEqualTo("USER root").isNotEqualTo("USER 0");
        assertThat(Files.readString(Path.of("pom.xml")))
                .contains("<artifactId>delay-queue-server</artifactId>", "<goal>repackage</goal>");
    }

    /** On the port and the path where the server answers, with what is in the image. */
    @Test
    void asksForTheHealth() throws Exception {
        Properties properties = PropertiesLoaderUtils.loadProperties(new ClassPathResource("application.properties"));

        assertThat(line("  CMD wget")).endsWith("http://127.0.0.1:8080/actuator/health/readiness");
        assertThat(line("HEALTHCHECK ")).contains("--timeout=", "--start-period=");
        assertThat(line("FROM ")).endsWith("-alpine");
        assertThat(line("EXPOSE ")).isEqualTo("EXPOSE 8080");
        assertThat(properties)
                .doesNotContainKeys("server.port", "management.server.port", "management.endpoints.web.base-path")
                .containsEntry("management.endpoint.health.probes.enabled", "true")
                .containsEntry("server.shutdown", "graceful");
    }
}
