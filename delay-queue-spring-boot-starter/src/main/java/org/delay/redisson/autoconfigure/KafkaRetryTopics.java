package org.delay.redisson.autoconfigure;

import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.kafka.DelayedRetryRecoverer;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.kafka.annotation.KafkaListenerAnnotationBeanPostProcessor.AnnotationEnhancer;
import org.springframework.kafka.annotation.RetryableTopic;

/**
 * Lets each {@code @KafkaListener} also receive the retry topics of its topics, or retry in place if one of them keeps its order. Adds
 * none to patterns, partitions and expressions. Leaves a listener alone that has retries of spring-kafka's own.
 */
@RequiredArgsConstructor
final class KafkaRetryTopics implements AnnotationEnhancer {

    private static final String EXPRESSION = "#{";
    private static final String POST_PROCESSOR = "containerPostProcessor";

    /** Replaces placeholders. */
    private final UnaryOperator<@Nullable String> placeholders;

    /** Of listeners that name none; may be empty. */
    private final String defaultGroup;

    /** Whose records keep their order. */
    private final Set<String> ordered;

    private final Set<String> received = ConcurrentHashMap.newKeySet();

    @Override
    public Map<String, Object> apply(Map<String, Object> attributes, AnnotatedElement element) {
        String[] topics = (String[]) attributes.getOrDefault("topics", new String[0]);
        if (AnnotatedElementUtils.hasAnnotation(element, RetryableTopic.class)) {
            return attributes;
        }
        Map<String, Object> enhanced = new HashMap<>(attributes);
        if (keepsOrder(topics)) {
            checkNoOther(attributes, element);
            enhanced.put(POST_PROCESSOR, KafkaOrderedRetries.NAME);
            return enhanced;
        }
        if (text(attributes, POST_PROCESSOR).isEmpty()) {
            enhanced.put(POST_PROCESSOR, KafkaDelayedRetries.NAME);
        }
        String group = resolved(group(attributes));
        if (topics.length > 0 && !group.isEmpty() && !group.contains(EXPRESSION)) {
            enhanced.put("topics", withRetryTopics(topics, group, element));
        }
        return enhanced;
    }

    /** Topics that shall keep their order, and that no listener has named so far. */
    Set<String> orderedButNotReceived() {
        Set<String> missing = new TreeSet<>(ordered);
        missing.removeAll(received);
        return missing;
    }

    private boolean keepsOrder(String[] topics) {
        Set<String> kept = Arrays.stream(topics)
                .map(this::resolved)
                .filter(ordered::contains)
                .collect(Collectors.toUnmodifiableSet());
        received.addAll(kept);
        return !kept.isEmpty();
    }

    private static void checkNoOther(Map<String, Object> attributes, AnnotatedElement element) {
        if (!text(attributes, POST_PROCESSOR).isEmpty()) {
            throw new CannotStartException(
                    "The order of records can't be kept by a @KafkaListener with a 'containerPostProcessor' of its own: "
                            + element + ".",
                    "Remove its topics from '" + DelayQueueKafkaProperties.ORDERED_TOPICS
                            + "', or configure its container in the container factory instead.");
        }
    }

    private String[] withRetryTopics(String[] topics, String group, AnnotatedElement element) {
        Stream<String> retryTopics = Arrays.stream(topics)
                .map(this::resolved)
                .filter(topic -> !topic.contains(EXPRESSION))
                .map(topic -> retryTopic(topic, group, element));
        return Stream.concat(Arrays.stream(topics), retryTopics).distinct().toArray(String[]::new);
    }

    private static String retryTopic(String topic, String group, AnnotatedElement element) {
        try {
            String unused = DelayedRetryRecoverer.delayTopic(topic, group);
            return DelayedRetryRecoverer.retryTopic(topic, group);
        } catch (IllegalArgumentException e) {
            throw new CannotStartException(
                    "Records of topic '" + topic + "' whose @KafkaListener fails can't be retried, because '"
                            + DelayedRetryRecoverer.retryTopic(topic, group)
                            + "' is not a valid topic name, or is too long: "
                            + element + ".",
                    "Give the listener a 'groupId' of letters, digits, '.', '_' and '-', or a shorter one.",
                    e);
        }
    }

    /** As spring-kafka chooses it. */
    private String group(Map<String, Object> attributes) {
        String group = text(attributes, "groupId");
        String id = text(attributes, "id");
        boolean isId = group.isEmpty() && !Boolean.FALSE.equals(attributes.get("idIsGroup"));
        return !group.isEmpty() ? group : isId && !id.isEmpty() ? id : defaultGroup;
    }

    private static String text(Map<String, Object> attributes, String name) {
        return attributes.get(name) instanceof String text ? text : "";
    }

    private String resolved(String text) {
        String resolved = placeholders.apply(text);
        return resolved == null ? "" : resolved;
    }
}
