package org.delay.redisson.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.delay.redisson.tck.server.RabbitBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.kafka.core.ProducerFactory;

/** With RabbitMQ in the place of Kafka. */
class RabbitProfileTest extends EndToEndContract {

    @Override
    protected List<String> arguments() {
        assumeTrue(RabbitBroker.isInstalled(), "left out: no rabbitmq-server on the PATH");
        return List.of("--spring.profiles.active=rabbit");
    }

    @Test
    void noKafkaIsLookedFor() {
        assertThat(application.getBeanProvider(ProducerFactory.class)).isEmpty();
    }

    @Test
    void withoutAServerOneLineSaysWhatIsMissing(@TempDir Path directory) throws Exception {
        try (Run run = Run.start(directory, Map.of("PATH", "/nowhere"), "--spring.profiles.active=rabbit")) {
            assertThat(run.end().exitCode()).isEqualTo(1);
            assertThat(run.errors()).isEmpty();
            assertThat(run.output())
                    .singleElement()
                    .asString()
                    .contains("The profile 'rabbit' needs a rabbitmq-server on the PATH");
        }
    }
}
