package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
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
    private final @Nullable ClassLoader classLoader;

    private volatile @Nullable Thread network;

    private PrivateProducerFactory(
            Map<String, Object> first, Supplier<ProducerSettings> settings, @Nullable ClassLoader classLoader) {
        super(first);
        this.settings = settings;
        this.classLoader = classLoader;
        setBeanName("delay-queue");
        setPhysicalCloseTimeout((int) CLOSE_TIMEOUT.toSeconds());
    }

    static PrivateProducerFactory from(Map<String, Object> configs, Duration lease) {
        configs.forEach((key, value) -> {
            if (value == null) {
                throw new IllegalArgumentException("The configuration has no value for " + key);
            }
        });
        ProducerSettings settings = new ProducerSettings(Map.copyOf(configs), lease);
        requireServers(configs, "The configuration");
        return first(() -> settings);
    }

    static PrivateProducerFactory from(ProducerFactory<?, ?> source, Duration lease) {
        requireServers(source.getConfigurationProperties(), source.getClass().getName());
        PrivateProducerFactory factory = first(() -> new ProducerSettings(source.getConfigurationProperties(), lease));
        factory.takeOver(source);
        return factory;
    }

    private static PrivateProducerFactory first(Supplier<ProducerSettings> settings) {
        return new PrivateProducerFactory(
                settings.get().toConfigs(0), settings, Thread.currentThread().getContextClassLoader());
    }

    /** One that makes the next producer, so that this one's can be closed without holding that up. */
    PrivateProducerFactory next() {
        PrivateProducerFactory next = new PrivateProducerFactory(getConfigurationProperties(), settings, classLoader);
        next.takeOver(this);
        return next;
    }

    /** Whether the thread lives by which the producer speaks to the brokers. Where it is not known, it is said to live. */
    BooleanSupplier network() {
        Thread thread = network;
        return () -> thread == null || thread.isAlive();
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
            KafkaProducer<String, String> raw =
                    new KafkaProducer<>(configs, new StringSerializer(), new StringSerializer());
            network = NetworkThread.of(String.valueOf(configs.get(ProducerConfig.CLIENT_ID_CONFIG)));
            return processed(raw);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private Producer<String, String> processed(Producer<String, String> raw) {
        Producer<String, String> producer = raw;
        boolean done = false;
        try {
            for (ProducerPostProcessor<String, String> postProcessor : getPostProcessors()) {
                producer = postProcessor.apply(producer);
            }
            done = true;
            return producer;
        } finally {
            if (!done) {
                // Else each attempt would leave a thread and its connections behind.
                raw.close(Duration.ZERO);
            }
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
