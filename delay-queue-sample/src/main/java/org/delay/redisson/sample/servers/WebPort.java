package org.delay.redisson.sample.servers;

import java.io.IOException;
import java.net.ServerSocket;
import org.springframework.boot.web.server.ConfigurableWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Chooses a free port if no port is configured and the default port is in use. */
@Component
class WebPort implements WebServerFactoryCustomizer<ConfigurableWebServerFactory>, Ordered {

    private static final int USUAL = 8080;

    private final Environment environment;

    WebPort(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void customize(ConfigurableWebServerFactory factory) {
        if (!environment.containsProperty("server.port") && !isFree(USUAL)) {
            factory.setPort(0);
        }
    }

    /** Runs after Spring Boot's own post-processors. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException inUse) {
            return false;
        }
    }
}
