package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Path;
import java.time.Duration;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.tck.server.FreePort;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A real handshake with a certificate that only the SSL bundle trusts. */
@ExtendWith(OutputCaptureExtension.class)
class RedisOverTlsTest {

    @Test
    void aBundleIsTrustedAndNothingElse(@TempDir Path directory, CapturedOutput output) throws Exception {
        Path store = KeyStores.create(directory, "changeit");
        int port = FreePort.next();
        try (RedisServer redis =
                start(KeyStores.certificate(store, "changeit"), KeyStores.key(store, "changeit"), port)) {
            ApplicationContextRunner runner = Runners.sendOnly(redis)
                    .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
                    .withPropertyValues("spring.data.redis.port=" + port);
            runner.withPropertyValues(
                            "spring.ssl.bundle.jks.redis.truststore.location=" + store.toUri(),
                            "spring.ssl.bundle.jks.redis.truststore.password=changeit",
                            "spring.data.redis.ssl.bundle=redis")
                    .run(context -> assertThat(context.getBean(DelayQueueMessageProducer.class)
                                    .sendMessage("secret", "a", Duration.ofHours(1))
                                    .id())
                            .isNotEmpty());
            runner.withPropertyValues("spring.data.redis.ssl.enabled=true")
                    .run(context ->
                            assertThat(Analyses.of(context).getDescription()).contains("certification path"));
            // Each connection that is tried would be logged with 58 lines.
            assertThat(output).doesNotContain("ErrorsLoggingHandler").doesNotContain("DecoderException");
        }
    }

    private static RedisServer start(Path certificate, Path key, int port) {
        try {
            return RedisServer.builder()
                    .config(
                            "tls-port " + port,
                            "tls-cert-file " + certificate,
                            "tls-key-file " + key,
                            "tls-ca-cert-file " + certificate,
                            "tls-auth-clients no")
                    .start();
        } catch (IllegalStateException e) {
            assumeFalse(isUnknown(e), "This redis-server was built without TLS");
            throw e;
        }
    }

    /** By the server's log, which is quoted; whatever else keeps it from starting is a failure. */
    private static boolean isUnknown(IllegalStateException e) {
        String log = String.valueOf(e.getMessage());
        return log.contains("Bad directive or wrong number of arguments") && log.contains("tls-");
    }
}
