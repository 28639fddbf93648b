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
 * An application's {@link DelayQueueListener} methods, as what an engine needs: a consumer, and rules for their topics.
 * Immutable. Public for this library's auto-configuration only: applications use the annotations, and this may change.
 */
public final class DelayQueueListeners {

    private final Map<String, ListenerMethod> byTopic;

    private DelayQueueListeners(Map<String, ListenerMethod> byTopic) {
        this.byTopic = Collections.unmodifiableMap(byTopic);
    }

    /**
     * The listener methods of all beans, found by the beans' types. No bean is made. A method that can't work, or a topic
     * that has two, is an exception that a failure analysis explains.
     *
     * @param retry the application's policy, for what an annotation does not say
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

    /** How many beans' methods there are, without a look at whether they can work. */
    public static int count(ConfigurableListableBeanFactory beans) {
        return AnnotatedMethods.in(beans).size();
    }

    private static void add(Map<String, ListenerMethod> byTopic, String topic, ListenerMethod listener) {
        ListenerMethod other = byTopic.putIfAbsent(topic, listener);
        if (other != null) {
            throw new CannotStartException(
                    "Topic '" + topic + "' has two @DelayQueueListener methods, and a message goes to one: "
                            + other.method() + " and " + listener.method() + ".",
                    "Remove the topic from one of them.");
        }
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return byTopic.isEmpty();
    }

    /** The topics that have a listener. */
    public Set<String> topics() {
        return byTopic.keySet();
    }

    /** The listeners, for people. */
    public List<String> descriptions() {
        return listeners().stream()
                .map(listener -> listener.method().toString())
                .toList();
    }

    /** The method of a topic, for people; null if it has none. */
    public @Nullable String description(String topic) {
        ListenerMethod listener = byTopic.get(topic);
        return listener == null ? null : listener.method().toString();
    }

    /** The most calls at the same time that any of them asks for, or 0 where none does. */
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
     * What delivers to the methods.
     *
     * @param others gets the topics that have no method; null if nobody does
     */
    public DelayQueueMessageConsumer consumer(@Nullable DelayQueueMessageConsumer others) {
        return new ListenerConsumer(byTopic, others);
    }

    /**
     * How their topics are dispatched. Each method is a destination of its own.
     *
     * @param others what holds for topics that have no method
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
