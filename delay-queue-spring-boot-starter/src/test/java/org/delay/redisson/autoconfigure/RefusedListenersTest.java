package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.rxjava3.core.Single;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import kotlin.coroutines.Continuation;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.listener.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.messaging.Message;
import org.springframework.scheduling.annotation.Async;

/** An application does not start with a listener method that can't work, and is told why. Needs no Redis. */
class RefusedListenersTest {

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
                Arguments.of(new LaterDoneByRxJava(), "returns a Single"),
                Arguments.of(new LaterPublished(), "returns a Publisher"),
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
        ListenersAtStartTest.runner().withBean("it", Object.class, () -> bean).run(context -> {
            FailureAnalysis analysis = Analyses.of(context);
            assertThat(analysis.getDescription())
                    .contains(bean.getClass().getSimpleName() + ".on (bean 'it')")
                    .contains(reason);
            assertThat(analysis.getAction()).isNotBlank();
        });
    }

    @Test
    void aTopicHasOneListener() {
        ListenersAtStartTest.runner()
                .withBean("one", ListenersAtStartTest.Plain.class)
                .withBean("two", ListenersAtStartTest.Plain.class)
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("'plain'", "Plain.on (bean 'one')", "Plain.on (bean 'two')"));
    }

    @Test
    void aConverterThatReadsClassesOnlyIsNamed() {
        ListenersAtStartTest.runner()
                .withBean(BodyConverter.class, ClassesOnly::new)
                .withBean("it", OfAListType.class)
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("'bodies'", "ClassesOnly", "java.util.List<java.lang.Integer>"));
    }

    @Test
    void aConverterOfAnAnonymousClassIsNamedByWhereItIs() {
        ListenersAtStartTest.runner()
                .withBean(BodyConverter.class, () -> new ClassesOnly() {})
                .withBean("it", OfAListType.class)
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .isEqualTo("Parameter 'bodies' of @DelayQueueListener method OfAListType.on"
                                + " (bean 'it') has a type that " + RefusedListenersTest.class.getName()
                                + "$1 does not read: java.util.List<java.lang.Integer>."));
    }

    @Test
    void aMethodThatTheProxyDoesNotShowIsRefused() {
        ListenersAtStartTest.runner()
                .withBean("it", Runnable.class, () -> {
                    ProxyFactory proxies = new ProxyFactory(new Hidden());
                    proxies.setInterfaces(Runnable.class);
                    return (Runnable) proxies.getProxy();
                })
                .run(context ->
                        assertThat(Analyses.of(context).getDescription()).contains("Hidden.on", "proxy"));
    }

    /** It would run on the proxy, whose fields are null. */
    @Test
    void aFinalMethodBehindAProxyOfItsClassIsRefused() {
        ListenersAtStartTest.runner()
                .withBean("it", Final.class, () -> (Final) new ProxyFactory(new Final()).getProxy())
                .run(context -> {
                    FailureAnalysis analysis = Analyses.of(context);
                    assertThat(analysis.getDescription()).contains("bean 'it'", "'on' is final");
                    assertThat(analysis.getAction()).contains("neither private nor final");
                });
    }

    @Test
    void aBeanInRequestScopeIsRefused() {
        ListenersAtStartTest.runner()
                .withInitializer(context -> context.getBeanFactory()
                        .registerScope("request", new org.springframework.context.support.SimpleThreadScope()))
                .withUserConfiguration(InRequestScope.class)
                .run(context ->
                        assertThat(Analyses.of(context).getDescription()).contains("'request'"));
    }

    @Test
    void aDefaultThatNamesAnUnknownPropertyIsRefused() {
        ListenersAtStartTest.runner()
                .withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class))
                .withBean(UnknownDefault.class)
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("Parameter 'a'", "UnknownDefault.on", "no.such.property"));
    }

    @Test
    void whatIsNoBodyIsToldWhatToUse() {
        ListenersAtStartTest.runner()
                .withBean(SpringsMessage.class)
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("org.springframework.messaging.Message", "DelayedMessage", "@Header"));
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

    static class LaterDoneByRxJava {
        @DelayQueueListener(topics = "t")
        Single<String> on(String body) {
            return Single.never();
        }
    }

    static class LaterPublished {
        @DelayQueueListener(topics = "t")
        Flow.Publisher<String> on(String body) {
            return subscriber -> {};
        }
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

    static class Final {
        @DelayQueueListener(topics = "t")
        public final void on() {}
    }

    static class Hidden implements Runnable {
        @Override
        public void run() {}

        @DelayQueueListener(topics = "t")
        public void on() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class InRequestScope {
        @Bean
        @Scope("request")
        ListenersAtStartTest.Plain scoped() {
            return new ListenersAtStartTest.Plain();
        }
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
