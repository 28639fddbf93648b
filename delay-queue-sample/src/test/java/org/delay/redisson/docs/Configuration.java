package org.delay.redisson.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.autoconfigure.DelayQueueJournalProperties;
import org.delay.redisson.autoconfigure.DelayQueueKafkaProperties;
import org.delay.redisson.autoconfigure.RedissonDelayProperties;
import org.delay.redisson.http.DelayQueueHttpProperties;
import org.delay.redisson.http.webhook.DelayQueueWebhookProperties;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.bind.validation.ValidationBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.PropertySourcesPropertyResolver;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.validation.Validator;

/**
 * A block of {@code application.properties} or {@code application.yaml}. Every property must exist, by the metadata of what
 * is on the class path, and the values of {@code delay.redisson} must be accepted. Properties of Spring Boot's Redis module,
 * which is not there, are bound to what the starter reads of them.
 */
final class Configuration implements BlockChecker {

    private static final String OURS = "delay.redisson";
    private static final String REDIS = "spring.data.redis";

    private final PropertySourceLoader loader;
    private final Metadata metadata;

    private Configuration(PropertySourceLoader loader, Metadata metadata) {
        this.loader = loader;
        this.metadata = metadata;
    }

    static Configuration properties(Metadata metadata) {
        return new Configuration(new PropertiesPropertySourceLoader(), metadata);
    }

    static Configuration yaml(Metadata metadata) {
        return new Configuration(new YamlPropertySourceLoader(), metadata);
    }

    @Override
    public void check(Block block) throws Exception {
        for (PropertySource<?> source : load(block)) {
            List<String> unknown = new ArrayList<>();
            for (String name : ((EnumerablePropertySource<?>) source).getPropertyNames()) {
                if (!name.startsWith(REDIS + ".") && !metadata.knows(name)) {
                    unknown.add(name);
                }
            }
            assertThat(unknown)
                    .as("%s: properties that don't exist", block.place())
                    .isEmpty();
            bind(source);
        }
    }

    private List<PropertySource<?>> load(Block block) throws IOException {
        List<PropertySource<?>> sources =
                loader.load(block.place(), new ByteArrayResource(block.text().getBytes(UTF_8)));
        assertThat(sources).as(block.place()).isNotEmpty();
        return sources;
    }

    private static void bind(PropertySource<?> source) throws ClassNotFoundException {
        MutablePropertySources sources = new MutablePropertySources();
        sources.addFirst(source);
        PropertySourcesPropertyResolver placeholders = new PropertySourcesPropertyResolver(sources);
        Binder binder = new Binder(
                ConfigurationPropertySources.from(sources),
                value -> value instanceof String text ? placeholders.resolvePlaceholders(text) : value,
                ApplicationConversionService.getSharedInstance());
        bindOurs(binder);
        Class<?> redis = Class.forName(RedissonDelayProperties.class.getPackageName() + ".SpringDataRedis");
        binder.bind(REDIS, Bindable.of(redis), new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
    }

    /** With the rules that the application has at start. */
    static void bindOurs(Binder binder) {
        bind(binder, OURS, RedissonDelayProperties.class);
        bind(binder, OURS + ".journal", DelayQueueJournalProperties.class);
        bind(binder, OURS + ".http", DelayQueueHttpProperties.class);
        bind(binder, OURS + ".kafka", DelayQueueKafkaProperties.class);
        bind(binder, OURS + ".webhook", DelayQueueWebhookProperties.class);
    }

    private static <T extends Validator> void bind(Binder binder, String prefix, Class<T> type) {
        Bindable<T> bindable = Bindable.of(type);
        T unset = new Binder().bindOrCreate(prefix, bindable);
        binder.bind(prefix, bindable, new ValidationBindHandler(unset));
    }
}
