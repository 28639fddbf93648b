package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import kotlin.coroutines.Continuation;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.listener.DelayQueueListeners;
import org.delay.redisson.listener.Header;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.core.annotation.AliasFor;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.messaging.Message;
import org.springframework.scheduling.annotation.Async;

/** Which listener methods an application starts with, and what it is told of the others. Needs no Redis. */
@ExtendWith(OutputCaptureExtension.class)
class ListenersAtStartTest {

    private static ApplicationContextRunner runner() {
        return Runners.plain()
                .withBean(
                        DelayQueueMessage.class,
                        () -> InMemoryDelayQueue.builder().build());
    }

    static List<Arguments> broken() {
        return List.of(
                Arguments.of(new TwoBodies(), "'second'"),
                Arguments.of(new OfATypeVariable<>(), "unknown type: T"),
                Arguments.of(new ListWithoutBatch(), "has no 'batch'"),
                Arguments.of(new BatchOfNoList(), "must be a List"),
                Arguments.of(new HeaderInBatch(), "List<DelayedMessage>"),
                Arguments.of(new PrimitiveHeader(), "Optional"),
                Arguments.of(new UnconvertibleHeader(), "can't be converted"),
                Arguments.of(new AllHeadersAsNumbers(), "Map<String, String>"),
                Arguments.of(new LaterDone(), "returns a CompletableFuture"),
                Arguments.of(new AsyncMethod(), "@Async"),
                Arguments.of(new AsyncClass(), "@Async"),
                Arguments.of(new AsyncByMetaAnnotation(), "@Async"),
                Arguments.of(new AsyncByItsParent(), "@Async"),
                Arguments.of(new Suspending(), "suspending function"),
                Arguments.of(new SpringsMessage(), "'message'"),
                Arguments.of(new KafkasRecord(), "'record'"),
                Arguments.of(new KafkasRecords(), "'records'"),
                Arguments.of(new KafkasAcknowledgment(), "'acknowledgment'"),
                Arguments.of(new BadExpression(), "'topics'"),
                Arguments.of(new BadExpressionOfANumber(), "'maxAttempts'"),
                Arguments.of(new NoTopic(), "must name a topic"),
                Arguments.of(new BadTopic(), "'a b'"),
                Arguments.of(new BadConcurrency(), "'concurrency'"),
                Arguments.of(new BadDuration(), "'retryDelay'"),
                Arguments.of(new DelayBeyondTheLongest(), "max must be"),
                Arguments.of(new UnknownProperty(), "no.such.property"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void aMethodThatCantWorkIsNamedWithTheReason(Object bean, String reason) {
        runner().withBean("it", Object.class, () -> bean).run(context -> {
            FailureAnalysis analysis = Analyses.of(context);
            assertThat(analysis.getDescription())
                    .contains(bean.getClass().getSimpleName() + ".on (bean 'it')")
                    .contains(reason);
            assertThat(analysis.getAction()).isNotBlank();
        });
    }

    @Test
    void aTopicHasOneListener() {
        runner().withBean("one", Plain.class)
                .withBean("two", Plain.class)
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("'plain'", "Plain.on (bean 'one')", "Plain.on (bean 'two')"));
    }

    @Test
    void aConverterThatReadsClassesOnlyIsNamed() {
        runner().withBean(BodyConverter.class, ClassesOnly::new)
                .withBean("it", OfAListType.class)
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("'bodies'", "ClassesOnly", "java.util.List<java.lang.Integer>"));
    }

    @Test
    void aMethodThatTheProxyDoesNotShowIsRefused() {
        runner().withBean("it", Runnable.class, () -> {
                    ProxyFactory proxies = new ProxyFactory(new Hidden());
                    proxies.setInterfaces(Runnable.class);
                    return (Runnable) proxies.getProxy();
                })
                .run(context ->
                        assertThat(Analyses.of(context).getDescription()).contains("Hidden.on", "proxy"));
    }

    @Test
    void aBeanInRequestScopeIsRefused() {
        runner().withInitializer(context -> context.getBeanFactory()
                        .registerScope("request", new org.springframework.context.support.SimpleThreadScope()))
                .withUserConfiguration(InRequestScope.class)
                .run(context ->
                        assertThat(Analyses.of(context).getDescription()).contains("'request'"));
    }

    @Test
    void topicsMayBePropertiesAndExpressionsAndLists() {
        runner().withPropertyValues("shop.topics=a, b")
                .withBean(Placeholders.class)
                .withBean(Meta.class)
                .run(context -> assertThat(
                                context.getBean(DelayQueueListeners.class).topics())
                        .containsExactlyInAnyOrder("a", "b", "c-2", "meta"));
    }

    @Test
    void anExpressionMayGiveSeveralTopics() {
        runner().withBean("names", Names.class)
                .withBean(Expressions.class)
                .run(context -> assertThat(
                                context.getBean(DelayQueueListeners.class).topics())
                        .containsExactlyInAnyOrder("a", "b", "c", "d", "e", "f"));
    }

    @Test
    void aDefaultThatNamesAnUnknownPropertyIsRefused() {
        runner().withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class))
                .withBean(UnknownDefault.class)
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("Parameter 'a'", "UnknownDefault.on", "no.such.property"));
    }

    @Test
    void whatIsNoBodyIsToldWhatToUse() {
        runner().withBean(SpringsMessage.class)
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("org.springframework.messaging.Message", "DelayedMessage", "@Header"));
    }

    @Test
    void withAnEngineOfTheApplicationsOwnTheMethodsAreSaidToGetNothing(CapturedOutput output) {
        runner().withBean(DispatchEngine.class, ListenersAtStartTest::own)
                .withBean("it", Plain.class)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("receive no messages", "DispatchEngine", "Plain.on (bean 'it')");
    }

    private static DispatchEngine own() {
        return DispatchEngine.builder(InMemoryDelayQueue.builder().build(), new Collected())
                .converter(new ClassesOnly())
                .build();
    }

    @Test
    void withoutOneNothingIsSaidOfIt(CapturedOutput output) {
        runner().withBean("it", Plain.class).run(context -> assertThat(context).hasNotFailed());
        assertThat(output).doesNotContain("receive no messages");
    }

    @Test
    void inAChildContextTheMethodsAreSaidToGetNothing(CapturedOutput output) {
        runner().withBean(Collected.class).run(parent -> {
            runner().withParent(parent).run(child -> assertThat(child).hasNotFailed());
            assertThat(output).doesNotContain("receive no messages");
            runner().withParent(parent)
                    .withBean(Plain.class)
                    .run(child -> assertThat(child).hasNotFailed());
        });
        assertThat(output).contains("1 @DelayQueueListener methods receive no messages", "parent");
    }

    @Test
    void aPatternOfAKafkaListenerThatMatchesIsWarnedOf(CapturedOutput output) {
        kafka().withBean("it", Plain.class)
                .withUserConfiguration(KafkaPattern.class)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("topicPattern", "'plain'", "Plain.on (bean 'it')");
    }

    @Test
    void onlyTheirTopicsAreServedWhereNobodyElseReceives() {
        runner().withBean(Plain.class).run(context -> {
            assertThat(context.getBean(DispatchEngine.class).isRunning()).isTrue();
            assertThat(context.getBean(DispatchEngine.class).serves("plain")).isTrue();
            assertThat(context.getBean(DispatchEngine.class).serves("other")).isFalse();
        });
    }

    @Test
    void allTopicsAreServedWhereThereIsAConsumerToo(CapturedOutput output) {
        runner().withBean(Plain.class)
                .withBean(Collected.class)
                .run(context -> assertThat(context.getBean(DispatchEngine.class).serves("other"))
                        .isTrue());
        assertThat(output).contains("to Plain.on (bean '").contains("collected with");
    }

    @Test
    void aTopicWithAKafkaListenerTooIsRefused() {
        kafka().withUserConfiguration(BothListeners.class).run(context -> {
            FailureAnalysis analysis = Analyses.of(context);
            assertThat(analysis.getDescription()).contains("'both'", "@KafkaListener", "BothListeners.on");
            assertThat(analysis.getAction()).contains("different topics");
        });
    }

    @Test
    void aKafkaListenerOfAnotherTopicIsNone() {
        kafka().withBean(Plain.class)
                .withUserConfiguration(KafkaOnly.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static ApplicationContextRunner kafka() {
        return runner().withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
                .withPropertyValues("spring.kafka.listener.auto-startup=false", "spring.kafka.consumer.group-id=tests");
    }

    @Test
    void whereTheQueueOnlySendsItSaysWhoGetsNothing(CapturedOutput output) {
        runner().withPropertyValues("delay.redisson.auto-startup=false")
                .withBean("it", Plain.class)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("get no messages until dispatch is started").contains("Plain.on (bean 'it')");
    }

    @Test
    void whereTheQueueIsOffItSaysSo(CapturedOutput output) {
        ApplicationContextRunner off = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueAutoConfiguration.class, DisabledDelayQueueAutoConfiguration.class));
        off.run(context -> assertThat(context).hasNotFailed());
        assertThat(output).doesNotContain("@DelayQueueListener");
        off.withBean(Plain.class).run(context -> assertThat(context).hasNotFailed());
        assertThat(output)
                .contains("1 @DelayQueueListener methods receive no messages")
                .contains("'delay.redisson.enable'");
    }

    @Test
    void moreCallsThanWorkersIsWarnedOf(CapturedOutput output) {
        runner().withBean(Hundred.class).run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("concurrency of 100").contains("only 4 workers");
    }

    @Test
    void withoutKafkaAndItsLibrariesTheyAreFound() {
        runner().withClassLoader(new FilteredClassLoader(
                        "org.springframework.kafka",
                        "org.apache.kafka",
                        "org.springframework.boot.kafka",
                        "org.springframework.messaging"))
                .withBean(Plain.class)
                .run(context -> assertThat(context.getBean(DispatchEngine.class).serves("plain"))
                        .isTrue());
    }

    static class Plain {
        @DelayQueueListener(topics = "plain")
        void on() {}
    }

    static class Hundred {
        @DelayQueueListener(topics = "plain", concurrency = "100")
        void on() {}
    }

    static class TwoBodies {
        @DelayQueueListener(topics = "t")
        void on(String first, String second) {}
    }

    static class OfATypeVariable<T> {
        @DelayQueueListener(topics = "t")
        void on(T body) {}
    }

    static class OfAListType {
        @DelayQueueListener(topics = "t")
        void on(List<Integer> bodies) {}
    }

    static class ListWithoutBatch {
        @DelayQueueListener(topics = "t")
        void on(List<DelayedMessage> messages) {}
    }

    static class BatchOfNoList {
        @DelayQueueListener(topics = "t", batch = "5")
        void on(String body) {}
    }

    static class HeaderInBatch {
        @DelayQueueListener(topics = "t", batch = "5")
        void on(@Header("a") String a) {}
    }

    static class PrimitiveHeader {
        @DelayQueueListener(topics = "t")
        void on(@Header(name = "a", required = false) int a) {}
    }

    static class UnconvertibleHeader {
        @DelayQueueListener(topics = "t")
        void on(@Header("a") Runnable a) {}
    }

    static class AllHeadersAsNumbers {
        @DelayQueueListener(topics = "t")
        void on(@Header Map<String, Integer> all) {}
    }

    static class LaterDone {
        @DelayQueueListener(topics = "t")
        CompletableFuture<Void> on() {
            return new CompletableFuture<>();
        }
    }

    static class AsyncMethod {
        @Async
        @DelayQueueListener(topics = "t")
        void on() {}
    }

    @Async
    static class AsyncClass {
        @DelayQueueListener(topics = "t")
        void on() {}
    }

    @Async
    @Retention(RetentionPolicy.RUNTIME)
    @interface InBackground {}

    static class AsyncByMetaAnnotation {
        @InBackground
        @DelayQueueListener(topics = "t")
        void on() {}
    }

    static class AsyncByItsParent extends AsyncClass {
        @Override
        @DelayQueueListener(topics = "t")
        void on() {}
    }

    static class Suspending {
        @DelayQueueListener(topics = "t")
        Object on(String body, Continuation continuation) {
            return body;
        }
    }

    static class SpringsMessage {
        @DelayQueueListener(topics = "t")
        void on(Message<String> message) {}
    }

    static class KafkasRecord {
        @DelayQueueListener(topics = "t")
        void on(ConsumerRecord<String, String> record) {}
    }

    static class KafkasRecords {
        @DelayQueueListener(topics = "t", batch = "5")
        void on(List<ConsumerRecord<String, String>> records) {}
    }

    static class KafkasAcknowledgment {
        @DelayQueueListener(topics = "t")
        void on(Acknowledgment acknowledgment) {}
    }

    static class UnknownDefault {
        @DelayQueueListener(topics = "t")
        void on(@Header(name = "a", defaultValue = "${no.such.property}") String a) {}
    }

    static class BadExpression {
        @DelayQueueListener(topics = "#{no.such.bean}")
        void on() {}
    }

    static class BadExpressionOfANumber {
        @DelayQueueListener(topics = "t", maxAttempts = "#{1 +}")
        void on() {}
    }

    static class NoTopic {
        @DelayQueueListener(topics = {})
        void on() {}
    }

    static class BadTopic {
        @DelayQueueListener(topics = "a b")
        void on() {}
    }

    static class BadConcurrency {
        @DelayQueueListener(topics = "t", concurrency = "0")
        void on() {}
    }

    static class BadDuration {
        @DelayQueueListener(topics = "t", retryDelay = "soon")
        void on() {}
    }

    static class DelayBeyondTheLongest {
        @DelayQueueListener(topics = "t", retryDelay = "1h")
        void on() {}
    }

    static class UnknownProperty {
        @DelayQueueListener(topics = "${no.such.property}")
        void on() {}
    }

    static class Hidden implements Runnable {
        @Override
        public void run() {}

        @DelayQueueListener(topics = "t")
        public void on() {}
    }

    static class Placeholders {
        @DelayQueueListener(topics = {"${shop.topics}", "#{'c-' + (1 + 1)}"})
        void on() {}
    }

    static class Names {
        public String[] array() {
            return new String[] {"c", "d"};
        }

        public Set<String> several() {
            return Set.of("e, f");
        }
    }

    static class Expressions {
        @DelayQueueListener(topics = {"#{{'a','b'}}", "#{@names.array()}", "#{@names.several()}"})
        void on() {}
    }

    @DelayQueueListener(topics = "overridden")
    @Retention(RetentionPolicy.RUNTIME)
    @interface ShopListener {
        @AliasFor(annotation = DelayQueueListener.class, attribute = "topics")
        String[] value();
    }

    static class Meta {
        @ShopListener("meta")
        void on() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class InRequestScope {
        @Bean
        @Scope("request")
        Plain scoped() {
            return new Plain();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class BothListeners {
        @KafkaListener(topics = "both")
        void onRecord(String value) {}

        @DelayQueueListener(topics = "both")
        void on(String body) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class KafkaOnly {
        @KafkaListener(topics = "only-kafka")
        void onRecord(String value) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class KafkaPattern {
        @KafkaListener(topicPattern = "pl.*")
        void onRecord(String value) {}
    }

    static class ClassesOnly implements BodyConverter {
        @Override
        public String write(Object object) {
            return object.toString();
        }

        @Override
        public <T> T read(String body, Class<T> type) {
            return type.cast(body);
        }
    }
}
