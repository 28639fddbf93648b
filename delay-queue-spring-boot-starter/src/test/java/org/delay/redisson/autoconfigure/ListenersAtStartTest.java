package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Set;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.listener.DelayQueueListeners;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AliasFor;
import org.springframework.kafka.annotation.KafkaListener;

/** Which listener methods an application starts with, and what it is told of the others. Needs no Redis. */
@ExtendWith(OutputCaptureExtension.class)
class ListenersAtStartTest {

    static ApplicationContextRunner runner() {
        return Runners.plain()
                .withBean(
                        DelayQueueMessage.class,
                        () -> InMemoryDelayQueue.builder().build());
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
    void withAnEngineOfTheApplicationsOwnTheMethodsAreSaidToGetNothing(CapturedOutput output) {
        runner().withBean(DispatchEngine.class, ListenersAtStartTest::own)
                .withBean("it", Plain.class)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("receive no messages", "DispatchEngine", "Plain.on (bean 'it')");
    }

    private static DispatchEngine own() {
        return DispatchEngine.builder(InMemoryDelayQueue.builder().build(), new Collected())
                .converter(new RefusedListenersTest.ClassesOnly())
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
        assertThat(output).contains("No messages reach 1 @DelayQueueListener method,", "parent");
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
                .contains("No messages reach 1 @DelayQueueListener method,")
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
}
