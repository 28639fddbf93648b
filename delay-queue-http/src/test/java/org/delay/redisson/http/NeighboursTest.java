package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.http.Api.json;

import jakarta.servlet.Filter;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.delay.redisson.startup.CannotStartException;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.ShallowEtagHeaderFilter;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.util.ContentCachingRequestWrapper;
import org.springframework.web.util.ContentCachingResponseWrapper;

/** An application with customs of its own, and the API in it: neither disturbs the other. */
class NeighboursTest {

    private static final String[] CUSTOMS = {
        "server.servlet.context-path=/shop",
        "spring.jackson.property-naming-strategy=SNAKE_CASE",
        "spring.mvc.async.request-timeout=50ms"
    };

    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    record Price(String netAmount) {}

    /** Answers in snake case, with CORS headers, and swallows every exception. */
    @RestController
    static class Prices {

        @GetMapping("/price")
        Price price() {
            return new Price("1.10");
        }

        @GetMapping("/fail")
        Price fail() {
            throw new IllegalArgumentException("as the test wants");
        }
    }

    @ControllerAdvice
    static class Advice {

        @ExceptionHandler(Exception.class)
        ResponseEntity<String> any(Exception e) {
            return ResponseEntity.ok("all is well");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Customs implements WebMvcConfigurer {

        @Override
        public void addCorsMappings(CorsRegistry registry) {
            registry.addMapping("/**").allowedOrigins("*");
        }

        @Bean
        Prices prices() {
            return new Prices();
        }

        @Bean
        Advice advice() {
            return new Advice();
        }
    }

    /** Lets anybody in; the API must not. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class PermitAll extends Customs {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .csrf(csrf -> csrf.disable())
                    .cors(cors -> {})
                    .httpBasic(basic -> {})
                    .formLogin(form -> {})
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("ann")
                            .password("{noop}a")
                            .authorities("delay-queue:send:order-*", "delay-queue:inspect:*", "delay-queue:nonsense")
                            .build(),
                    User.withUsername("bob")
                            .password("{noop}b")
                            .authorities("ROLE_ADMIN")
                            .build());
        }
    }

    /** Filters that keep whole requests and answers until they are through. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Buffering extends PermitAll {

        @Bean
        FilterRegistrationBean<Filter> buffers() {
            FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) -> {
                ContentCachingResponseWrapper answer =
                        new ContentCachingResponseWrapper((HttpServletResponse) response);
                chain.doFilter(new ContentCachingRequestWrapper((HttpServletRequest) request, 100), answer);
                if (!request.isAsyncStarted()) {
                    answer.copyBodyToResponse();
                }
            });
            filter.setAsyncSupported(true);
            return filter;
        }

        /** Reads the request itself, and hands on a copy that can't be read as it arrives. */
        @Bean
        FilterRegistrationBean<Filter> copies() {
            return new FilterRegistrationBean<>((request, response, chain) -> {
                byte[] all = request.getInputStream().readAllBytes();
                chain.doFilter(new Copy((HttpServletRequest) request, all), response);
            });
        }

        @Bean
        ShallowEtagHeaderFilter tags() {
            return new ShallowEtagHeaderFilter();
        }
    }

    /** As many applications write it, to log requests. */
    static final class Copy extends HttpServletRequestWrapper {

        private final byte[] all;

        Copy(HttpServletRequest request, byte[] all) {
            super(request);
            this.all = all;
        }

        @Override
        public ServletInputStream getInputStream() {
            ByteArrayInputStream bytes = new ByteArrayInputStream(all);
            return new ServletInputStream() {
                @Override
                public boolean isFinished() {
                    return bytes.available() == 0;
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setReadListener(ReadListener listener) {
                    // It has nothing to tell.
                }

                @Override
                public int read() {
                    return bytes.read();
                }

                @Override
                public int read(byte[] target, int from, int length) {
                    return bytes.read(target, from, length);
                }
            };
        }
    }

    /** As Spring Boot makes it: all requests need a login. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class BootsOwn extends Customs {}

    private static ApiServer start(Class<?> application, String... more) {
        return ApiServer.start(
                redis,
                application,
                "s-" + UUID.randomUUID(),
                Stream.of(CUSTOMS, more).flatMap(Stream::of).toArray(String[]::new));
    }

    private static Api api(ApiServer server, String token) {
        return new Api(server.port(), "/shop/delay-queue/v1", token);
    }

    private static Api.Reply as(ApiServer server, String user, String method, String path, String json) {
        HttpRequest request = api(server, null).request(method, path, json);
        String login = Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.US_ASCII));
        return Api.send(HttpRequest.newBuilder(request, (name, value) -> true)
                .header("Authorization", "Basic " + login)
                .header("Origin", "https://elsewhere.example")
                .build());
    }

    @Test
    void theApplicationsCustomsDoNotReachTheApi() {
        try (ApiServer server = start(PermitAll.class)) {
            Api.Reply refused =
                    api(server, ApiServer.ALL).post("/topics/t/messages", "{}").expect(400);
            assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
            Api.Reply sent = Api.send(HttpRequest.newBuilder(
                            api(server, ApiServer.ALL)
                                    .request(
                                            "POST",
                                            "/topics/t/messages",
                                            "{\"id\":\"1\",\"body\":1,\"delayMs\":3600000}"),
                            (name, value) -> true)
                    .header("Origin", "https://elsewhere.example")
                    .build());
            assertThat(sent.expect(201).json().keySet().toString()).contains("dueTime");
            assertThat(sent.headers().keySet())
                    .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control"));
            // Longer than the application's time-out of asynchronous requests.
            assertThat(api(server, ApiServer.ALL)
                            .post("/receive", "{\"topics\":[\"t\"],\"waitMs\":1000}")
                            .expect(200)
                            .list("messages"))
                    .isEmpty();

            Api application = new Api(server.port(), "/shop", null);
            assertThat(application.get("/price").body()).isEqualTo("{\"net_amount\":\"1.10\"}");
            assertThat(application.get("/fail").body()).isEqualTo("all is well");
            Api.Reply cors = Api.send(HttpRequest.newBuilder(application.request("GET", "/price", null), (n, v) -> true)
                    .header("Origin", "https://elsewhere.example")
                    .build());
            assertThat(cors.header("Access-Control-Allow-Origin")).isEqualTo("*");
        }
    }

    @Test
    void filtersThatBufferDoNotKeepAnswers() {
        try (ApiServer server = start(Buffering.class, "spring.mvc.servlet.path=/mvc")) {
            Api api = new Api(server.port(), "/shop/mvc/delay-queue/v1", ApiServer.ALL);
            api.post("/topics/t/messages", "{\"body\":\"" + "x".repeat(50_000) + "\",\"delayMs\":0}")
                    .expect(201);
            assertThat(api.post("/receive", "{\"topics\":[\"t\"],\"max\":1}")
                            .expect(200)
                            .list("messages"))
                    .hasSize(1);
            api.post("/topics/t/messages", "{}").expect(400);
            assertThat(new Api(server.port(), "/shop/mvc", null).get("/price").header("ETag"))
                    .isNotEmpty();
        }
    }

    @Test
    void theDefaultSecurityOfTheApplicationStays() {
        try (ApiServer server = start(BootsOwn.class)) {
            assertThat(new Api(server.port(), "/shop", null).get("/price").status())
                    .isEqualTo(401);
            Api.Reply closed = api(server, ApiServer.ALL).get("/topics");
            assertThat(closed.status()).isEqualTo(401);
            assertThat(closed.at("type")).isEqualTo("urn:delay-queue:unauthorized");
            Api.Reply post = api(server, ApiServer.ALL).post("/topics/t/messages", "{\"body\":1,\"delayMs\":1}");
            assertThat(post.status()).isIn(401, 403);
            assertThat(post.header("Content-Type")).isEqualTo("application/problem+json");
        }
    }

    @Test
    void authoritiesAreCheckedThoughTheApplicationPermitsAll() {
        try (ApiServer server = start(PermitAll.class, "delay.redisson.http.security=application")) {
            String path = "/topics/order-1/messages";
            String message = json(Map.of("id", "1", "body", 1, "delayMs", 3_600_000));

            Api.send(api(server, null).request("POST", path, message)).expect(401);
            Api.send(api(server, ApiServer.ALL).request("POST", path, message)).expect(401);
            as(server, "bob:b", "POST", path, message).expect(403);
            as(server, "ann:a", "POST", "/topics/other/messages", message).expect(403);
            as(server, "ann:a", "POST", path, message).expect(201);
            as(server, "ann:a", "DELETE", path + "?id=1", null).expect(403);
            assertThat(as(server, "ann:a", "GET", path + "?id=1", null)
                            .expect(200)
                            .json()
                            .keySet()
                            .toString())
                    .doesNotContain("body");

            HttpRequest cookie = HttpRequest.newBuilder(
                            api(server, null).request("POST", path, message), (name, value) -> true)
                    .header("Cookie", "JSESSIONID=0123456789")
                    .build();
            assertThat(Api.send(cookie).expect(401).at("detail").toString()).contains("Cookies");
        }
    }

    @Test
    void withoutAnAccessRuleTheApplicationDoesNotStart() {
        assertThatThrownBy(() ->
                        ApiServer.start(redis, ApiServer.Plain.class, "s", "delay.redisson.http.tokens.all.sha256="))
                .hasRootCauseInstanceOf(CannotStartException.class)
                .hasStackTraceContaining("1 or 2 hashes");
    }
}
