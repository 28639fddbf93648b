package org.delay.redisson.listener;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The {@link DelayQueueListener} methods of an application, as a consumer and rules for an engine.
 * Immutable. Public only for this library's auto-configuration, and may change. Applications use the annotations.
 */
public final class DelayQueueListeners {

    private final Map<String, ListenerMethod> byTopic;

    private DelayQueueListeners(Map<String, ListenerMethod> byTopic) {
        this.byTopic = Collections.unmodifiableMap(byTopic);
    }

    /**
     * Finds the listener methods of all beans by the beans' types, without creating beans. Throws an exception with a failure analysis if a
     * method can't work or a topic has two methods.
     *
     * @param retry the application's policy, for attributes that an annotation does not set
     */
    public static DelayQueueListeners in(
            ConfigurableListableBeanFactory beans, BodyConverter converter, RetryPolicy retry) {
        Texts texts = new Texts(beans);
        Map<String, ListenerMethod> byTopic = new LinkedHashMap<>();
        AnnotatedMethods.each(beans, (method, annotation) -> {
            ListenerRules.check(beans, method);
            ListenerSettings settings = ListenerSettings.of(method, annotation, texts, retry);
            Parameters parameters = Parameters.of(method, settings.batch() != null, converter, texts);
            ListenerMethod listener = new ListenerMethod(method, settings, parameters, converter);
            settings.topics().forEach(topic -> add(byTopic, topic, listener));
        });
        return new DelayQueueListeners(byTopic);
    }

    /** The number of annotated methods, valid or not. */
    public static int count(ConfigurableListableBeanFactory beans) {
        return AnnotatedMethods.in(beans).size();
    }

    private static void add(Map<String, ListenerMethod> byTopic, String topic, ListenerMethod listener) {
        ListenerMethod other = byTopic.putIfAbsent(topic, listener);
        if (other != null) {
            throw new CannotStartException(
                    "Topic '" + topic + "' has two @DelayQueueListener methods, but a message goes to only one: "
                            + other.method() + " and " + listener.method() + ".",
                    "Remove the topic from one of them.");
        }
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return byTopic.isEmpty();
    }

    /** The topics with a listener method. */
    public Set<String> topics() {
        return byTopic.keySet();
    }

    /** Descriptions of the listener methods, for log messages. */
    public List<String> descriptions() {
        return listeners().stream()
                .map(listener -> listener.method().toString())
                .toList();
    }

    /** A description of a topic's method, for log messages, or null if the topic has none. */
    public @Nullable String description(String topic) {
        ListenerMethod listener = byTopic.get(topic);
        return listener == null ? null : listener.method().toString();
    }

    /** The highest concurrency that a method sets, or 0 if none does. */
    public int mostConcurrency() {
        return listeners().stream()
                .map(listener -> listener.settings().concurrency())
                .mapToInt(concurrency -> concurrency == null ? 0 : concurrency)
                .max()
                .orElse(0);
    }

    private Collection<ListenerMethod> listeners() {
        return byTopic.values().stream().distinct().toList();
    }

    /**
     * The consumer that calls the methods.
     *
     * @param others the consumer of topics without a method, or null if there is none
     */
    public DelayQueueMessageConsumer consumer(@Nullable DelayQueueMessageConsumer others) {
        return new ListenerConsumer(byTopic, others);
    }

    /**
     * The rules of the methods' topics. Each method is its own destination.
     *
     * @param others the rules of topics without a method
     */
    public TopicRules rules(TopicRules others) {
        Map<String, TopicRule> rules = new LinkedHashMap<>();
        byTopic.forEach((topic, listener) -> rules.put(
                topic,
                listener.settings()
                        .rule(listener.settings().topics().iterator().next())
                        .withDestination(listener.method().toString())));
        return topic -> {
            TopicRule rule = rules.get(topic);
            return rule == null ? others.of(topic) : rule;
        };
    }
}
