package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.listener.Header;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.javapoet.ClassName;

/**
 * What Spring's processing ahead of time makes of an application: it runs on a JVM, and tells a native image what it needs. No
 * native image is built here.
 */
class AheadOfTimeTest {

    private static final String[] PROPERTIES = {
        "delay.redisson.enable=true",
        "delay.redisson.register-service=ahead-of-time",
        "delay.redisson.consumer-sleep=250ms",
        "management.endpoints.web.exposure.include=delayqueue"
    };

    private static void processed(BiConsumer<TestGenerationContext, ClassName> consumer) {
        TestGenerationContext generated = new TestGenerationContext(Application.class);
        try (AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext()) {
            TestPropertyValues.of(PROPERTIES).applyTo(application);
            application.register(Application.class);
            ClassName initializer = new ApplicationContextAotGenerator().processAheadOfTime(application, generated);
            generated.writeGeneratedContent();
            consumer.accept(generated, initializer);
        }
    }

    private static RuntimeHints hints() {
        RuntimeHints[] hints = new RuntimeHints[1];
        processed((generated, initializer) -> hints[0] = generated.getRuntimeHints());
        return hints[0];
    }

    @Test
    void anImageHasEachScript() throws Exception {
        RuntimeHints hints = hints();
        List<String> names = new ArrayList<>();
        String directory = "org/delay/redisson/redis/";
        for (Resource script :
                new PathMatchingResourcePatternResolver().getResources("classpath*:" + directory + "**/*.lua")) {
            String url = script.getURL().toString();
            names.add(url.substring(url.lastIndexOf(directory)));
        }

        assertThat(names)
                .hasSizeGreaterThan(20)
                .anyMatch(name -> name.contains("/lib/"))
                .allSatisfy(name -> assertThat(resource().forResource(name)).accepts(hints));
    }

    @Test
    void listenerMethodsAreCalledAndTheirBodiesRead() throws Exception {
        RuntimeHints hints = hints();
        assertThat(reflection()
                        .onMethodInvocation(Receiver.class.getDeclaredMethod(
                                "one", Order.class, String.class, DelayedMessage.class)))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation(Receiver.class.getDeclaredMethod("many", List.class)))
                .accepts(hints);
        for (Class<?> body : List.of(Order.class, Item.class, Refund.class)) {
            assertThat(reflection().onType(body).withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                    .as(body.getName())
                    .accepts(hints);
        }
        assertThat(reflection().onMethodInvocation(Order.class.getMethod("id"))).accepts(hints);
    }

    @Test
    void propertiesAreBound() throws Exception {
        RuntimeHints hints = hints();
        for (Class<?> type : List.of(
                RedissonDelayProperties.class,
                RedissonDelayProperties.Limit.class,
                RetryProperties.class,
                RedissonDelayProperties.Endpoint.class)) {
            assertThat(reflection()
                            .onType(type)
                            .withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
                            .or(reflection().onConstructorInvocation(type.getDeclaredConstructors()[0])))
                    .as(type.getName())
                    .accepts(hints);
        }
    }

    @Test
    void answersOfTheEndpointAreWritten() throws Exception {
        RuntimeHints hints = hints();
        assertThat(reflection().onMethodInvocation(EndpointJson.Topic.class.getDeclaredMethod("oldestOverdue")))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation(EndpointJson.Deletion.class.getDeclaredMethod("result")))
                .accepts(hints);
    }

    /** In a class loader of its own, because what is generated uses classes that are package-private. */
    @Test
    @CompileWithForkedClassLoader
    void whatIsGeneratedSendsAndDelivers() {
        processed((generated, initializer) -> TestCompiler.forSystem()
                .with(generated)
                .compile(compiled -> {
                    try (RedisServer redis = RedisServer.start();
                            GenericApplicationContext application = new GenericApplicationContext()) {
                        TestPropertyValues.of(PROPERTIES)
                                .and("spring.data.redis.port=" + redis.port())
                                .applyTo(application);
                        @SuppressWarnings("unchecked")
                        ApplicationContextInitializer<ConfigurableApplicationContext> generatedBeans =
                                compiled.getInstance(ApplicationContextInitializer.class, initializer.toString());
                        generatedBeans.initialize(application);
                        application.refresh();
                        application
                                .getBean(DelayQueueMessageProducer.class)
                                .sendMessage(
                                        "order",
                                        new Order("4711", List.of(new Item(BigDecimal.TEN))),
                                        Duration.ofMillis(20));

                        assertThat(application.getBean(Receiver.class).next())
                                .isEqualTo(new Order("4711", List.of(new Item(BigDecimal.TEN))));
                        assertThat(application.getBean(DelayQueueMessage.class).shards())
                                .isOne();
                        assertThat(application.getBean(DelayQueueEndpoint.class).topic("order"))
                                .isNotNull();
                    }
                }));
    }

    record Order(String id, List<Item> items) {}

    record Item(BigDecimal price) {}

    record Refund(String id) {}

    static class Receiver {

        private final BlockingQueue<Order> received = new LinkedBlockingQueue<>();

        @DelayQueueListener(topics = "order")
        void one(Order order, @Header(name = "delay-id") String id, DelayedMessage message) {
            received.add(order);
        }

        @DelayQueueListener(topics = "refund", batch = "10")
        void many(List<Refund> refunds) {
            throw new AssertionError("No refund was sent");
        }

        Order next() {
            try {
                return received.poll(2, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        JacksonAutoConfiguration.class,
        EndpointAutoConfiguration.class,
        WebEndpointAutoConfiguration.class,
        DelayQueueAutoConfiguration.class,
        DelayQueueEndpointAutoConfiguration.class
    })
    static class Application {

        @Bean
        Receiver receiver() {
            return new Receiver();
        }
    }
}
