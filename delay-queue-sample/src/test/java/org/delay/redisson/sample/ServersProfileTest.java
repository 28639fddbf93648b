package org.delay.redisson.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** On servers that run already. */
class ServersProfileTest extends EndToEndContract {

    private final RedisServer redis = RedisServer.start();
    private final KafkaBroker kafka = KafkaBroker.builder()
            .property("group.initial.rebalance.delay.ms", "0")
            .start();

    @Override
    protected List<String> arguments() {
        return List.of(
                "--spring.profiles.active=servers",
                "--spring.data.redis.port=" + redis.port(),
                "--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers());
    }

    @AfterAll
    void stopServers() {
        // The application is a client of both.
        application.close();
        kafka.close();
        redis.close();
    }

    @Test
    void noServerIsStarted() {
        assertThat(application.getEnvironment().containsProperty("spring.data.redis.url"))
                .isFalse();
    }

    @Test
    void messagesGoByWayOfTheseServers() {
        String id = client.place("tea", 1);
        eventually(() -> assertThat(client.state(id)).isEqualTo("CANCELLED"));
        assertThat(kafka.records("order-timeout", 1, Duration.ofMinutes(2)))
                .anySatisfy(record -> assertThat(record.value()).contains(id));
    }
}
