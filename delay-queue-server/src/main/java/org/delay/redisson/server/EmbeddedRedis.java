package org.delay.redisson.server;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import lombok.extern.slf4j.Slf4j;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import redis.embedded.RedisServer;
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis for trying the server out, unless properties name one. It is the {@code redis-server} on the PATH, else one that
 * comes with the jar. It ends with the server, after the beans that use it, and its messages with it.
 */
@Slf4j
final class EmbeddedRedis implements ApplicationContextInitializer<GenericApplicationContext> {

    private static final String URL = "spring.data.redis.url";

    private static final List<String> PLACES = List.of(
            URL,
            "spring.data.redis.host",
            "spring.data.redis.port",
            "spring.data.redis.sentinel.master",
            "spring.data.redis.cluster.nodes");

    @Override
    public void initialize(GenericApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        if (!TryOut.isOn(environment) || PLACES.stream().anyMatch(environment::containsProperty)) {
            return;
        }
        try {
            int port = freePort();
            RedisServer redis = RedisServer.newRedisServer()
                    .executableProvider(executable())
                    .bind("127.0.0.1")
                    .port(port)
                    .setting("save \"\"")
                    .setting("dir " + System.getProperty("java.io.tmpdir"))
                    .build();
            redis.start();
            // The bean that is registered first is destroyed last.
            context.getDefaultListableBeanFactory().registerDisposableBean("embeddedRedis", redis::stop);
            environment
                    .getPropertySources()
                    .addFirst(new MapPropertySource("embeddedRedis", Map.of(URL, "redis://127.0.0.1:" + port)));
            log.warn(
                    "TRYING OUT: this server started a Redis of its own on port {}. It keeps messages in memory only, and they"
                            + " are lost when the server ends. For anything else, start a Redis and set 'spring.data.redis.*'",
                    port);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "No Redis could be started for trying the server out. Set 'spring.data.redis.*'", e);
        }
    }

    private static ExecutableProvider executable() {
        try {
            return ExecutableProvider.newExecutableInPath("redis-server");
        } catch (FileNotFoundException notInstalled) {
            return ExecutableProvider.newJarResourceProvider();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
