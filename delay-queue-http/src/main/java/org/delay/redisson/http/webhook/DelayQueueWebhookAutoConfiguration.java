package org.delay.redisson.http.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.async.HttpAsyncClient;
import org.apache.hc.core5.ssl.SSLContexts;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.autoconfigure.DelayQueueAutoConfiguration;
import org.delay.redisson.autoconfigure.RedissonDelayProperties;
import org.delay.redisson.engine.time.Ticker;
import org.delay.redisson.startup.CannotStartException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/**
 * The consumer that routes know as {@code webhook}. Made only if a route names it: no other topic is posted.
 */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class)
@ConditionalOnClass(HttpAsyncClient.class)
@ConditionalOnBean(DelayQueueAutoConfiguration.class)
@EnableConfigurationProperties(DelayQueueWebhookProperties.class)
public final class DelayQueueWebhookAutoConfiguration {

    static final String ROUTE = "webhook";
    static final String TARGETS = "delay.redisson.webhook.targets";

    /** Not a default candidate: topics without a route never go here. */
    @Bean(name = ROUTE, defaultCandidate = false)
    @Lazy
    @ConditionalOnMissingBean(name = ROUTE)
    WebhookConsumer delayQueueWebhookConsumer(
            DelayQueueWebhookProperties webhooks,
            RedissonDelayProperties properties,
            ObjectProvider<SslBundles> bundles,
            DelayQueueMessage queue,
            WebhookMeters meters) {
        Topics<WebhookTarget> targets = targets(webhooks, meters);
        checkRoutes(properties.routes(), targets);
        PublicAddresses addresses =
                valid("delay.redisson.webhook.allowed-networks", () -> new PublicAddresses(webhooks.allowedNetworks()));
        WebhookClient client = new WebhookClient(
                new PublicDnsResolver(SystemDefaultDnsResolver.INSTANCE, addresses),
                ssl(webhooks, bundles),
                webhooks.timeout(),
                Ticker.SYSTEM);
        return new WebhookConsumer(targets, client, webhooks.timeout(), queue, Ticker.SYSTEM);
    }

    /** Times where there is a registry. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    static class Metrics {

        @Bean
        WebhookMeters delayQueueWebhookMeters(ObjectProvider<MeterRegistry> registries) {
            MeterRegistry registry = registries.getIfUnique();
            return registry == null ? WebhookMeters.NONE : new MicrometerWebhookMeters(registry);
        }
    }

    /** Times nothing where there is no Micrometer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("io.micrometer.core.instrument.MeterRegistry")
    static class NoMetrics {

        @Bean
        WebhookMeters delayQueueWebhookMeters() {
            return WebhookMeters.NONE;
        }
    }

    private static Topics<WebhookTarget> targets(DelayQueueWebhookProperties webhooks, WebhookMeters meters) {
        Map<String, WebhookTarget> targets = new HashMap<>();
        webhooks.targets()
                .forEach((key, target) -> targets.put(
                        key,
                        valid(
                                TARGETS + "[" + key + "]",
                                () -> new WebhookTarget(key, target, webhooks.allowHttp(), meters, Ticker.SYSTEM))));
        return new Topics<>(targets);
    }

    private static void checkRoutes(Map<String, String> routes, Topics<WebhookTarget> targets) {
        routes.forEach((key, consumer) -> {
            if (consumer.equals(ROUTE) && !targets.cover(key)) {
                throw new CannotStartException(
                        "Route 'delay.redisson.routes[" + key + "]' names the consumer '" + ROUTE
                                + "', but no target has a URL for all of its topics, so their messages would have no receiver.",
                        "Set '" + TARGETS + "[" + key + "].url' and '" + TARGETS + "[" + key + "].secrets'.");
            }
        });
    }

    private static SSLContext ssl(DelayQueueWebhookProperties webhooks, ObjectProvider<SslBundles> bundles) {
        String bundle = webhooks.sslBundle();
        return bundle == null
                ? SSLContexts.createDefault()
                : bundles.getObject().getBundle(bundle).createSslContext();
    }

    private static <T> T valid(String property, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new CannotStartException(
                    "Property '" + property + "' of the webhooks is invalid: " + e.getMessage() + ".",
                    "Correct the property. The page docs/webhooks.md has an example.",
                    e);
        }
    }
}
