package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whoever copies the quick start into an empty project sees the message. Both READMEs have the same code, as {@link
 * TranslationsTest} says, so each is copied once.
 */
class QuickStartTest {

    /** A busy machine may pause for seconds. */
    private static final String PATIENT = "--spring.data.redis.timeout=15s";

    @Test
    void deliversToAMethod(@TempDir Path directory) throws Exception {
        QuickStartProject project = new QuickStartProject("README.md", directory).copySteps();
        try (RedisServer redis = RedisServer.start()) {
            assertDelivers(project, directory, "--spring.data.redis.url=" + redis.uri(), PATIENT);
        }
    }

    @Test
    void deliversToKafka(@TempDir Path directory) throws Exception {
        QuickStartProject project =
                new QuickStartProject("README.zh-CN.md", directory).copySteps().copyKafka();
        try (RedisServer redis = RedisServer.start();
                KafkaBroker kafka = KafkaBroker.start()) {
            assertDelivers(
                    project,
                    directory,
                    "--spring.data.redis.url=" + redis.uri(),
                    PATIENT,
                    "--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers());
        }
    }

    private static void assertDelivers(QuickStartProject project, Path directory, String... servers) throws Exception {
        project.compile();
        Path output = directory.resolve("output.txt");
        Process application = project.start(output, servers);
        try {
            await().atMost(Duration.ofMinutes(5))
                    .failFast(() -> assertThat(application.isAlive())
                            .as(Files.readString(output))
                            .isTrue())
                    .untilAsserted(
                            () -> assertThat(Files.readString(output)).contains("Order 4711 was not paid in time"));
        } finally {
            application.destroyForcibly().waitFor();
        }
    }
}
