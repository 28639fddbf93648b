package org.delay.redisson.http;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.apache.catalina.Valve;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.autoconfigure.CoreSettings;
import org.delay.redisson.autoconfigure.DelayQueueAutoConfiguration;
import org.delay.redisson.autoconfigure.RedissonDelayProperties;
import org.delay.redisson.autoconfigure.RoutedTopics;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.operations.JournalOperations;
import org.delay.redisson.operations.QueueOperations;
import org.delay.redisson.startup.CannotStartException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/** Serves the HTTP API in a Servlet application where {@code delay.redisson.http.enabled} is true. */
@AutoConfiguration(
        after = DelayQueueAutoConfiguration.class,
        afterName = "org.delay.redisson.autoconfigure.DelayQueueJournalAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty("delay.redisson.http.enabled")
@ConditionalOnBean(DelayQueueAutoConfiguration.class)
@EnableConfigurationProperties(DelayQueueHttpProperties.class)
public final class DelayQueueHttpAutoConfiguration {

    /** Below the path of the API: another version can stand beside it. */
    private static final String VERSION = "/v1";

    /** Jetty has as many by default. */
    private static final String THREADS = "server.tomcat.threads.max";

    private static final int DEFAULT_THREADS = 200;

    /** Clients have tokens of this library. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "delay.redisson.http.security", havingValue = "tokens", matchIfMissing = true)
    static class TokenAccess {

        @Bean
        Authenticator delayQueueHttpAuthenticator(DelayQueueHttpProperties properties) {
            return new TokenAuthenticator(new Tokens(properties.tokens()));
        }
    }

    /** Clients are users of the application. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "delay.redisson.http.security", havingValue = "application")
    @ConditionalOnClass(name = "org.springframework.security.core.context.SecurityContextHolder")
    static class ApplicationAccess {

        @Bean
        Authenticator delayQueueHttpAuthenticator() {
            return new SpringSecurityAuthenticator();
        }
    }

    /** Nobody could say who a client is. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "delay.redisson.http.security", havingValue = "application")
    @ConditionalOnMissingClass("org.springframework.security.core.context.SecurityContextHolder")
    static class NoAccess {

        @Bean
        Authenticator delayQueueHttpAuthenticator() {
            throw new CannotStartException(
                    "The HTTP API is to use the application's security ('delay.redisson.http.security=application'), but"
                            + " the application has no Spring Security.",
                    "Add spring-boot-starter-security, or set 'delay.redisson.http.security=tokens' and a token, such as"
                            + " 'delay.redisson.http.tokens.shop.sha256=9f86d0…'.");
        }
    }

    /** Counts where there is a registry. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    static class Metrics {

        @Bean
        ApiMeters delayQueueHttpMeters(ObjectProvider<MeterRegistry> registries) {
            MeterRegistry registry = registries.getIfUnique();
            return registry == null ? ApiMeters.NONE : new MicrometerApiMeters(registry);
        }
    }

    /** Counts nothing where there is no Micrometer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("io.micrometer.core.instrument.MeterRegistry")
    static class NoMetrics {

        @Bean
        ApiMeters delayQueueHttpMeters() {
            return ApiMeters.NONE;
        }
    }

    /** Restores where there is a journal. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(DelayQueueJournal.class)
    static class Journal {

        @Bean
        @ConditionalOnBean(JournalOperations.class)
        Restorer delayQueueHttpRestorer(JournalOperations operations) {
            return new JournalRestorer(operations);
        }
    }

    /** What takes its time. */
    @Configuration(proxyBeanMethods = false)
    static class OnTheirWay {

        @Bean
        Departures delayQueueHttpDepartures() {
            return new Departures();
        }

        @Bean
        ApiTimer delayQueueHttpTimer() {
            return new ApiTimer();
        }

        @Bean
        @ConditionalOnMissingBean
        Arrivals delayQueueHttpArrivals(ApiTimer timer) {
            return new Arrivals(timer, Arrivals.LONGEST);
        }
    }

    /** Tomcat would read all of what was refused, however long it takes. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, Valve.class})
    static class OnTomcat {

        @Bean
        @ConditionalOnMissingBean
        UnreadBodyValve delayQueueHttpUnreadBodyValve(DelayQueueHttpProperties properties) {
            return new UnreadBodyValve(properties.path() + VERSION + "/");
        }

        @Bean
        WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> delayQueueHttpUnreadBodies(
                UnreadBodyValve valve) {
            return tomcat -> tomcat.addEngineValves(valve);
        }
    }

    /** Who waits, and what becomes of messages that were received. */
    @Configuration(proxyBeanMethods = false)
    static class Receiving {

        @Bean
        ApiState delayQueueHttpState() {
            return new ApiState();
        }

        /** By this name, routes know it as 'http'. */
        @Bean
        Waiters delayQueueHttpDestination(
                RoutedTopics routes, DelayQueueHttpProperties properties, ApiTimer timer, ApiMeters meters) {
            Waiters waiters =
                    new Waiters(topic -> routes.leadTo("http", topic), properties.limits(), timer, HeapRoom.waiters());
            meters.waiters(waiters::count);
            return waiters;
        }

        @Bean
        Settlements delayQueueHttpSettlements(
                DelayQueueMessage queue, RedissonDelayProperties properties, ApiMeters meters) {
            return new Settlements(queue, CoreSettings.dispatch(properties).retry(), meters);
        }

        @Bean
        ApiRoutes delayQueueHttpReceiveRoutes(
                Waiters waiters,
                DelayQueueMessage queue,
                ApiState state,
                Settlements settlements,
                RedissonDelayProperties properties,
                ApiMeters meters) {
            DispatchSettings settings = CoreSettings.dispatch(properties);
            PollParts parts = new PollParts(waiters, new Deliveries(queue, settings.lease(), meters), state, meters);
            return new ReceiveRoutes(parts, settlements);
        }

        @Bean
        ApiRoutes delayQueueHttpSettleRoutes(Settlements settlements, RedissonDelayProperties properties) {
            return new SettleRoutes(settlements, CoreSettings.limits(properties));
        }

        @Bean
        ApiStop delayQueueHttpStop(ApplicationContext context, ApiState state, Waiters waiters, Arrivals arrivals) {
            return new ApiStop(context, state, waiters, arrivals);
        }
    }

    @Bean
    ApiRoutes delayQueueHttpMessageRoutes(
            DelayQueueMessageProducer producer, QueueOperations operations, RedissonDelayProperties properties) {
        return new MessageRoutes(producer, operations, CoreSettings.limits(properties));
    }

    @Bean
    ApiRoutes delayQueueHttpTopicRoutes(QueueOperations operations) {
        return new TopicRoutes(operations);
    }

    @Bean
    ApiRoutes delayQueueHttpRestoreRoutes(ObjectProvider<Restorer> restorers) {
        return new RestoreRoutes(restorers.getIfAvailable());
    }

    @Bean
    ApiRoutes delayQueueHttpOpenApiRoutes() {
        return new OpenApiRoutes();
    }

    /** Not a candidate for injection: an application that asks for its own mapping by type finds one. */
    @Bean(defaultCandidate = false)
    ApiMapping delayQueueHttpMapping(
            DelayQueueHttpProperties properties,
            ObjectProvider<ApiRoutes> parts,
            Authenticator authenticator,
            ApiState state,
            Arrivals arrivals,
            ApiTimer timer,
            Environment environment,
            ApiMeters meters) {
        List<ApiRoute> routes =
                parts.stream().flatMap(part -> part.routes().stream()).toList();
        RequestRates rates = new RequestRates(properties.limits().requestsPerSecond());
        Turns turns = new Turns(environment.getProperty(THREADS, Integer.class, DEFAULT_THREADS));
        ApiGuard guard = new ApiGuard(authenticator, rates, properties.limits(), state, meters, arrivals, turns, timer);
        return new ApiMapping(properties.path() + VERSION, routes, guard);
    }

    /** Around the application's own filters, its security among them. */
    @Bean
    FilterRegistrationBean<ApiFilter> delayQueueHttpFilter(
            DelayQueueHttpProperties properties,
            Departures departures,
            ApiMeters meters,
            ObjectProvider<DispatcherServletPath> servlets) {
        String path = properties.path() + VERSION + "/*";
        DispatcherServletPath servlet = servlets.getIfAvailable();
        FilterRegistrationBean<ApiFilter> filter = new FilterRegistrationBean<>(new ApiFilter(departures, meters));
        filter.addUrlPatterns(servlet == null ? path : servlet.getRelativePath(path));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }
}
