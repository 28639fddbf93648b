package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.core.ProducerPostProcessor;

/**
 * Creates the one producer that only the delay queue uses. It reads the application's configuration each time, so that a
 * producer that replaces a broken one has the new credentials.
 */
final class DedicatedProducerFactory extends DefaultKafkaProducerFactory<Object, Object> {

    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Supplier<ProducerSettings> settings;

    /** Finds the application's classes, an interceptor for example. A worker's class loader may not. */
    private final @Nullable ClassLoader classLoader;

    private volatile @Nullable Thread networkThread;

    private DedicatedProducerFactory(
            Map<String, Object> first, Supplier<ProducerSettings> settings, @Nullable ClassLoader classLoader) {
        super(first);
        this.settings = settings;
        this.classLoader = classLoader;
        setBeanName("delay-queue");
        setPhysicalCloseTimeout((int) CLOSE_TIMEOUT.toSeconds());
    }

    static DedicatedProducerFactory from(Map<String, Object> configs, Duration lease) {
        configs.forEach((key, value) -> {
            if (value == null) {
                throw new IllegalArgumentException("The configuration has no value for " + key);
            }
        });
        ProducerSettings settings = new ProducerSettings(Map.copyOf(configs), lease);
        requireServers(configs, "The configuration");
        return first(() -> settings);
    }

    static DedicatedProducerFactory from(ProducerFactory<?, ?> source, Duration lease) {
        requireServers(source.getConfigurationProperties(), source.getClass().getName());
        DedicatedProducerFactory factory =
                first(() -> new ProducerSettings(source.getConfigurationProperties(), lease));
        factory.copyExtensions(source);
        return factory;
    }

    private static DedicatedProducerFactory first(Supplier<ProducerSettings> settings) {
        return new DedicatedProducerFactory(
                settings.get().toConfigs(0), settings, Thread.currentThread().getContextClassLoader());
    }

    /** A factory for the next producer, which need not wait until the producer of this one is closed. */
    DedicatedProducerFactory next() {
        DedicatedProducerFactory next =
                new DedicatedProducerFactory(getConfigurationProperties(), settings, classLoader);
        next.copyExtensions(this);
        return next;
    }

    /** Whether the producer's network thread is alive. True if that thread is not known. */
    BooleanSupplier aliveCheck() {
        Thread thread = networkThread;
        return () -> thread == null || thread.isAlive();
    }

    @Override
    protected Map<String, Object> getProducerConfigs() {
        return settings.get().toConfigs(NUMBERS.incrementAndGet());
    }

    @Override
    protected Producer<Object, Object> createRawProducer(Map<String, Object> configs) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classLoader);
        try {
            KafkaProducer<Object, Object> raw =
                    new KafkaProducer<>(configs, new TextOrBytesSerializer(), new TextOrBytesSerializer());
            networkThread = NetworkThread.of(String.valueOf(configs.get(ProducerConfig.CLIENT_ID_CONFIG)));
            return postProcess(raw);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private Producer<Object, Object> postProcess(Producer<Object, Object> raw) {
        Producer<Object, Object> producer = raw;
        boolean done = false;
        try {
            for (ProducerPostProcessor<Object, Object> postProcessor : getPostProcessors()) {
                producer = postProcessor.apply(producer);
            }
            done = true;
            return producer;
        } finally {
            if (!done) {
                // Otherwise each attempt would leak a thread and its connections.
                raw.close(Duration.ZERO);
            }
        }
    }

    /** Listeners and post-processors, for metrics and tracing. They are declared for the types of the application's records. */
    @SuppressWarnings("unchecked")
    private void copyExtensions(ProducerFactory<?, ?> source) {
        source.getListeners().forEach(listener -> addListener((Listener<Object, Object>) listener));
        source.getPostProcessors()
                .forEach(postProcessor -> addPostProcessor((ProducerPostProcessor<Object, Object>) postProcessor));
    }

    private static void requireServers(Map<String, Object> configs, String who) {
        if (configs.get(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG) == null) {
            throw new IllegalArgumentException(who + " has no " + ProducerConfig.BOOTSTRAP_SERVERS_CONFIG
                    + ", so no Kafka producer can be created");
        }
    }
}
