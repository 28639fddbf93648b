package org.delay.redisson.dashboard;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.delay.redisson.BulkTask;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.Load;
import org.delay.redisson.MinuteFigures;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.QueueDecorator;
import org.delay.redisson.autoconfigure.DeadLetterTaskEvent;
import org.delay.redisson.tck.server.RedisServer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** An application with the dashboard, on a Redis of its own. Its users are named as their role, in lower case, with the password "secret". */
final class Shop implements AutoCloseable {

    private final RedisServer redis = RedisServer.start();
    private final ConfigurableApplicationContext context;

    private Shop(Security security, List<String> properties) {
        try {
            context = new SpringApplicationBuilder(Application.class, security.configuration)
                    .properties(
                            "server.port=0",
                            "delay.redisson.enable=true",
                            "delay.redisson.metrics.refresh=100ms",
                            "delay.redisson.dashboard.enabled=true",
                            "delay.redisson.dashboard.view-roles=VIEWER",
                            "delay.redisson.dashboard.operate-roles=OPERATOR",
                            "delay.redisson.dashboard.values-roles=READER",
                            "spring.data.redis.port=" + redis.port(),
                            "spring.data.redis.timeout=2s",
                            "spring.main.banner-mode=off",
                            "spring.autoconfigure.exclude=" + (security == Security.NONE ? springSecurity() : ""))
                    .run(properties.stream().map(each -> "--" + each).toArray(String[]::new));
        } catch (RuntimeException e) {
            redis.close();
            throw e;
        }
    }

    static Shop start(Security security, String... properties) {
        return new Shop(security, List.of(properties));
    }

    /** What the application's own security is. */
    enum Security {
        /** There is none. */
        NONE(Object.class),
        /** Everybody may do everything, as far as it is concerned. */
        PERMIT_ALL(PermitAll.class),
        FORM_LOGIN(FormLogin.class),
        /** With sessions, but without protection against requests of other sites. */
        UNPROTECTED_FORM(UnprotectedForm.class),
        BASIC(Basic.class);

        private final Class<?> configuration;

        Security(Class<?> configuration) {
            this.configuration = configuration == Object.class ? Application.class : configuration;
        }
    }

    /** All auto-configurations of it, whatever this version of Spring Boot calls them. */
    private static String springSecurity() {
        return String.join(
                ",",
                ImportCandidates.load(AutoConfiguration.class, Shop.class.getClassLoader()).getCandidates().stream()
                        .filter(name -> name.startsWith("org.springframework.boot.security."))
                        .toList());
    }

    RedisServer redis() {
        return redis;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    DelayQueueMessage queue() {
        return bean(DelayQueueMessage.class);
    }

    /** How often Redis was asked for the load or for figures. */
    int reports() {
        return bean(Application.class).reports.get();
    }

    void stopDispatching() {
        context.getBean("delayQueueLifecycle", Lifecycle.class).stop();
    }

    List<DashboardOperationEvent> events() {
        return bean(Application.class).events;
    }

    /** The tasks whose end was published. */
    List<BulkTask> ended() {
        return bean(Application.class).ended;
    }

    /** Where the dashboard is, with a slash at its end. */
    String address() {
        return "http://localhost:" + context.getEnvironment().getProperty("local.server.port")
                + context.getEnvironment().getProperty("server.servlet.context-path", "")
                + context.getEnvironment().getProperty("delay.redisson.dashboard.path", "/delay-queue") + "/";
    }

    /** A message that waits for an hour. */
    void send(String topic, String id, String body) {
        queue().schedule(List.of(OutgoingMessage.to(topic)
                .id(id)
                .body(body)
                .key("customer-7")
                .header("user", "Ada")
                .delay(Duration.ofHours(1))
                .build()));
    }

    /** A dead letter with this error. */
    void die(String topic, String id, String error) {
        queue().schedule(List.of(OutgoingMessage.to(topic)
                .id(id)
                .body("no " + error)
                .delay(Duration.ZERO)
                .build()));
        Awaitility.await()
                .until(() -> queue().find(topic, id)
                        .map(stored -> stored.state() == State.DEAD)
                        .orElse(false));
    }

    /** Many dead letters with this error, whose cause is gone after {@link #mend()}. */
    void dieMany(String topic, String prefix, int number, String error) {
        long before = queue().counts(topic).dead();
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            messages.add(OutgoingMessage.to(topic)
                    .id(prefix + i)
                    .key(prefix + "key-" + i)
                    .body("until mended " + error)
                    .delay(Duration.ZERO)
                    .build());
        }
        schedule(messages);
        Awaitility.await().until(() -> queue().counts(topic).dead() == before + number);
    }

    /** As many as there are, in calls of a thousand. */
    void schedule(List<OutgoingMessage> messages) {
        for (int from = 0; from < messages.size(); from += 1_000) {
            queue().schedule(messages.subList(from, Math.min(messages.size(), from + 1_000)));
        }
    }

    /** From now on, what {@link #dieMany} sent is delivered. */
    void mend() {
        bean(Application.class).isMended = true;
    }

    /** From now on, it dies again. */
    void breakAgain() {
        bean(Application.class).isMended = false;
    }

    /** How late each message was when it was received, in µs. */
    Queue<Long> latenesses() {
        return bean(Application.class).latenesses;
    }

    @Override
    public void close() {
        context.close();
        redis.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        private final List<DashboardOperationEvent> events = new CopyOnWriteArrayList<>();

        private final List<BulkTask> ended = new CopyOnWriteArrayList<>();

        private final Queue<Long> latenesses = new ConcurrentLinkedQueue<>();

        private volatile boolean isMended;

        private final AtomicInteger reports = new AtomicInteger();

        @Bean
        QueueDecorator counting() {
            return queue -> new ForwardingDelayQueue(queue) {
                @Override
                public Load load(Collection<String> topics, Duration bucket, int buckets) {
                    reports.incrementAndGet();
                    return super.load(topics, bucket, buckets);
                }

                @Override
                public List<MinuteFigures> figures(Collection<String> topics) {
                    reports.incrementAndGet();
                    return super.figures(topics);
                }
            };
        }

        @EventListener
        void operated(DashboardOperationEvent event) {
            events.add(event);
        }

        @EventListener
        void ended(DeadLetterTaskEvent event) {
            ended.add(event.task());
        }

        @Bean
        DelayQueueMessageConsumer consumer() {
            return new DelayQueueMessageConsumer() {
                @Override
                protected void processMessages(String topic, List<DelayedMessage> messages) {
                    Instant now = Instant.now();
                    messages.forEach(each -> latenesses.add(ChronoUnit.MICROS.between(each.dueTime(), now)));
                    String body = messages.get(0).body();
                    if (!isMended && body.startsWith("until mended ")) {
                        throw new PermanentFailure(body.substring("until mended ".length()));
                    }
                    if (body.startsWith("no ")) {
                        throw new PermanentFailure(body.substring(3));
                    }
                }
            };
        }
    }

    private static UserDetailsService usersByRole() {
        return new InMemoryUserDetailsManager(List.of("CUSTOMER", "VIEWER", "OPERATOR", "READER").stream()
                .map(role -> User.withUsername(role.toLowerCase(java.util.Locale.ROOT))
                        .password("secret")
                        .roles(role)
                        .build())
                .toList());
    }

    /** In plain text, as a slow one would be asked for each request. */
    private static PasswordEncoder passwords() {
        return new PasswordEncoder() {
            @Override
            public String encode(CharSequence raw) {
                return raw.toString();
            }

            @Override
            public boolean matches(CharSequence raw, String encoded) {
                return encoded.contentEquals(raw);
            }
        };
    }

    /** Tells everybody their token against requests of other sites, as each form of an application does. */
    private static RouterFunction<ServerResponse> tokens() {
        return RouterFunctions.route()
                .GET(
                        "/token",
                        request -> ServerResponse.ok()
                                .body(Objects.requireNonNull(SpringSecurity.token(request.servletRequest()))
                                        .value()))
                .build();
    }

    /** Also without CSRF protection, so that only the dashboard stands in the way. */
    @Configuration(proxyBeanMethods = false)
    static class PermitAll {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .httpBasic(Customizer.withDefaults())
                    .csrf(csrf -> csrf.disable())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return usersByRole();
        }

        @Bean
        PasswordEncoder encoder() {
            return passwords();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FormLogin {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .formLogin(Customizer.withDefaults())
                    .build();
        }

        @Bean
        RouterFunction<ServerResponse> token() {
            return tokens();
        }

        @Bean
        UserDetailsService users() {
            return usersByRole();
        }

        @Bean
        PasswordEncoder encoder() {
            return passwords();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class UnprotectedForm {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .formLogin(Customizer.withDefaults())
                    .csrf(csrf -> csrf.disable())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return usersByRole();
        }

        @Bean
        PasswordEncoder encoder() {
            return passwords();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Basic {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        RouterFunction<ServerResponse> token() {
            return tokens();
        }

        @Bean
        UserDetailsService users() {
            return usersByRole();
        }

        @Bean
        PasswordEncoder encoder() {
            return passwords();
        }
    }
}
