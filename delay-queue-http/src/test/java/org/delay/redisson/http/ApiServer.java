package org.delay.redisson.http;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.tck.server.RedisServer;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application with the API on a free port, on a service of its own. */
final class ApiServer implements AutoCloseable {

    static final String ALL = token("all", 'a');

    private final ConfigurableApplicationContext context;

    /** Without Spring Security, which is on the class path for other tests. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration"
            })
    static class Plain {}

    private ApiServer(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static ApiServer start(RedisServer redis, String... properties) {
        return start(redis, Plain.class, "s-" + UUID.randomUUID(), properties);
    }

    static ApiServer start(RedisServer redis, Class<?> application, String service, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "server.port=0",
                "spring.main.banner-mode=off",
                "spring.data.redis.port=" + redis.port(),
                "spring.data.redis.timeout=15s",
                "delay.redisson.enable=true",
                "delay.redisson.register-service=" + service,
                "delay.redisson.retry.delay=10ms",
                "delay.redisson.metrics.refresh=100ms",
                "delay.redisson.routes[*]=http",
                "delay.redisson.http.enabled=true"));
        for (String permission : List.of("send", "cancel", "receive", "inspect", "values", "manage")) {
            all.add("delay.redisson.http.tokens.all." + permission + "=*");
        }
        all.add("delay.redisson.http.tokens.all.sha256=" + hash(ALL));
        all.addAll(List.of(properties));
        return new ApiServer(new SpringApplicationBuilder(application)
                .properties(all.toArray(String[]::new))
                .run());
    }

    static String token(String name, char secret) {
        return "dq_" + name + "_" + String.valueOf(secret).repeat(43);
    }

    static String hash(String token) {
        return HexFormat.of().formatHex(Tokens.sha256(token));
    }

    int port() {
        return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    Api api() {
        return new Api(port(), "/delay-queue/v1", ALL);
    }

    Api api(String token) {
        return new Api(port(), "/delay-queue/v1", token);
    }

    DelayQueueMessage queue() {
        return context.getBean(DelayQueueMessage.class);
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }
}
