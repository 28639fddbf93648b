import com.github.sonus21.rqueue.annotation.RqueueListener;
import com.github.sonus21.rqueue.config.SimpleRqueueListenerContainerFactory;
import com.github.sonus21.rqueue.core.RqueueMessageEnqueuer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.delay.redisson.benchmark.contender.Contender;
import org.delay.redisson.benchmark.contender.Parcel;
import org.delay.redisson.benchmark.workload.Outpost;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** rqueue in a separate, manually tuned application. Java compiles it at launch. Its argument is the port of Redis. */
@EnableAutoConfiguration
@Configuration(proxyBeanMethods = false)
public class RqueuePeer {

    static final String QUEUE = "rqueue";

    private static final String BEFORE = "{\"msg\":\"\\\"";
    private static final String AFTER = "\\\"";

    static volatile Consumer<String> receiver = body -> {};

    public static void main(String[] arguments) throws Exception {
        Map<String, Object> properties = Map.of(
                "spring.main.banner-mode", "off",
                "logging.level.root", "ERROR",
                "spring.data.redis.host", "127.0.0.1",
                "spring.data.redis.port", arguments[0],
                "rqueue.scheduler.scheduled.message.time.interval", "10",
                "rqueue.scheduler.min.message.mover.delay", "5",
                "rqueue.scheduler.max.message.mover.delay", "10",
                "rqueue.scheduler.max.message.count", "1000",
                "rqueue.retry.per.poll", "1",
                "rqueue.latest.version.check.enabled", "false");
        ConfigurableApplicationContext context = new SpringApplicationBuilder(RqueuePeer.class)
                .web(WebApplicationType.NONE)
                .properties(properties)
                .run();
        Outpost.serve(new Peer(context.getBean(RqueueMessageEnqueuer.class)));
        System.exit(0);
    }

    @Bean
    SimpleRqueueListenerContainerFactory rqueueListenerContainerFactory() {
        SimpleRqueueListenerContainerFactory factory = new SimpleRqueueListenerContainerFactory();
        factory.setPollingInterval(5);
        factory.setBackOffTime(100);
        return factory;
    }

    /** A text arrives as it is stored: {"msg":"\"the text\"", …}. */
    @RqueueListener(value = QUEUE, concurrency = "4-8", batchSize = "100")
    public void onMessage(String stored) {
        receiver.accept(stored.substring(BEFORE.length(), stored.indexOf(AFTER, BEFORE.length())));
    }

    /** All topics are its one queue. */
    private record Peer(RqueueMessageEnqueuer enqueuer, ExecutorService threads) implements Contender {

        Peer(RqueueMessageEnqueuer enqueuer) {
            this(enqueuer, Executors.newFixedThreadPool(32));
        }

        @Override
        public void send(String topic, Parcel parcel) {
            enqueuer.enqueueAt(QUEUE, parcel.body(), parcel.due());
        }

        @Override
        public CompletionStage<?> sendAsync(String topic, Parcel parcel) {
            return CompletableFuture.runAsync(() -> send(topic, parcel), threads);
        }

        @Override
        public void sendAll(String topic, List<Parcel> parcels) {
            CompletableFuture.allOf(parcels.stream()
                            .map(parcel -> sendAsync(topic, parcel).toCompletableFuture())
                            .toArray(CompletableFuture[]::new))
                    .join();
        }

        @Override
        public Reception receive(Collection<String> topics, Consumer<String> consumer) {
            receiver = consumer;
            return () -> receiver = body -> {};
        }

        @Override
        public boolean cancel(String topic, Parcel parcel) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean reschedule(String topic, Parcel parcel, Parcel later) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            threads.shutdownNow();
        }
    }
}
