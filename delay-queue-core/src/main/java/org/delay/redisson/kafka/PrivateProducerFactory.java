package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.core.ProducerPostProcessor;

/**
 * Makes the one producer that is ours. Each is made from the source's configuration as it is then, so that a producer
 * that takes the place of a broken one has the new credentials where they were changed.
 */
final class PrivateProducerFactory extends DefaultKafkaProducerFactory<String, String> {

    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Supplier<ProducerSettings> settings;

    /** The application's classes (an interceptor, for example) are seen from here, and perhaps not from a worker. */
    private final ClassLoader classLoader;

    private PrivateProducerFactory(Supplier<ProducerSettings> settings) {
        super(settings.get().toConfigs(0));
        this.settings = settings;
        this.classLoader = Thread.currentThread().getContextClassLoader();
        setBeanName("delay-queue");
        setPhysicalCloseTimeout((int) CLOSE_TIMEOUT.toSeconds());
    }

    static PrivateProducerFactory from(Map<String, Object> configs, Duration lease) {
        ProducerSettings settings = new ProducerSettings(Map.copyOf(configs), lease);
        requireServers(configs, "The configuration");
        return new PrivateProducerFactory(() -> settings);
    }

    static PrivateProducerFactory from(ProducerFactory<?, ?> source, Duration lease) {
        requireServers(source.getConfigurationProperties(), source.getClass().getName());
        PrivateProducerFactory factory =
                new PrivateProducerFactory(() -> new ProducerSettings(source.getConfigurationProperties(), lease));
        factory.takeOver(source);
        return factory;
    }

    @Override
    protected Map<String, Object> getProducerConfigs() {
        return settings.get().toConfigs(NUMBERS.incrementAndGet());
    }

    @Override
    protected Producer<String, String> createRawProducer(Map<String, Object> configs) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classLoader);
        try {
            Producer<String, String> producer =
                    new KafkaProducer<>(configs, new StringSerializer(), new StringSerializer());
            for (ProducerPostProcessor<String, String> postProcessor : getPostProcessors()) {
                producer = postProcessor.apply(producer);
            }
            return producer;
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Metrics, tracing and the like. They are declared for the types of the application's records, and see ours too. */
    @SuppressWarnings("unchecked")
    private void takeOver(ProducerFactory<?, ?> source) {
        source.getListeners().forEach(listener -> addListener((Listener<String, String>) listener));
        source.getPostProcessors()
                .forEach(postProcessor -> addPostProcessor((ProducerPostProcessor<String, String>) postProcessor));
    }

    private static void requireServers(Map<String, Object> configs, String who) {
        if (configs.get(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG) == null) {
            throw new IllegalArgumentException(who + " does not say where Kafka is: it has no "
                    + ProducerConfig.BOOTSTRAP_SERVERS_CONFIG + ", from which a producer could be made");
        }
    }
}
