package org.delay.redisson.listener;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.delay.redisson.Checks;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.ConcurrencyLimit;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringUtils;

/**
 * The values of a method's annotation, with resolved placeholders.
 *
 * @param concurrency the maximum number of concurrent calls, or null
 * @param batch the maximum number of messages per call, or null if the method takes single messages
 * @param retry the application's policy with the annotation's changes, or null if there are none
 */
record ListenerSettings(
        Set<String> topics,
        @Nullable Integer concurrency,
        @Nullable Integer batch,
        @Nullable RetryPolicy retry) {

    /** Only the test kit sets it, so that a test knows when a message is retried. */
    private static final String JITTERS = "${delay.redisson.test.jitter:true}";

    /**
     * Reads an annotation.
     *
     * @throws CannotStartException if a value is invalid; it names the attribute
     */
    static ListenerSettings of(BeanMethod method, DelayQueueListener annotation, Texts texts, RetryPolicy standard) {
        Reader reader = new Reader(method, texts);
        return new ListenerSettings(
                reader.topics(annotation.topics()),
                reader.value("concurrency", annotation.concurrency(), text -> number(text, Integer.MAX_VALUE)),
                reader.value("batch", annotation.batch(), text -> number(text, ClaimLimit.MAX_MESSAGES)),
                reader.retry(annotation, standard));
    }

    int batchSize() {
        return batch == null ? 1 : batch;
    }

    /** @param name a name that this listener's topics share */
    TopicRule rule(String name) {
        return new TopicRule(retry, concurrency == null ? null : new ConcurrencyLimit(name, concurrency));
    }

    private static int number(String text, int most) {
        int number = Integer.parseInt(text);
        if (number < 1 || number > most) {
            throw new IllegalArgumentException("must be 1 to " + most);
        }
        return number;
    }

    /** Reads the attributes of one method, and names those that are invalid. */
    private record Reader(BeanMethod method, Texts texts) {

        Set<String> topics(String[] given) {
            Set<String> topics = new LinkedHashSet<>();
            for (String one : given) {
                named(one)
                        .map(StringUtils::commaDelimitedListToStringArray)
                        .flatMap(Arrays::stream)
                        .map(String::strip)
                        .forEach(name -> topics.add(checked(name)));
            }
            if (topics.isEmpty()) {
                throw wrong("topics", String.join(",", given), "must name a topic", null);
            }
            return topics;
        }

        private Stream<String> named(String given) {
            try {
                return texts.all(given).stream().filter(StringUtils::hasText);
            } catch (IllegalArgumentException e) {
                throw wrong("topics", given, String.valueOf(e.getMessage()), e);
            }
        }

        private String checked(String topic) {
            try {
                return Checks.topic(topic);
            } catch (IllegalArgumentException e) {
                throw wrong("topics", topic, String.valueOf(e.getMessage()), e);
            }
        }

        @Nullable
        RetryPolicy retry(DelayQueueListener annotation, RetryPolicy standard) {
            Integer attempts = value("maxAttempts", annotation.maxAttempts(), text -> number(text, Integer.MAX_VALUE));
            Duration first = value("retryDelay", annotation.retryDelay(), DurationStyle::detectAndParse);
            Double multiplier = value("retryMultiplier", annotation.retryMultiplier(), Double::valueOf);
            Duration most = value("retryMaxDelay", annotation.retryMaxDelay(), DurationStyle::detectAndParse);
            Double jitter = value("retryJitter", annotation.retryJitter(), Double::valueOf);
            if (attempts == null && first == null && multiplier == null && most == null && jitter == null) {
                return null;
            }
            try {
                RetryPolicy policy = new RetryPolicy(
                        attempts == null ? standard.maxAttempts() : attempts,
                        first == null ? standard.first() : first,
                        multiplier == null ? standard.multiplier() : multiplier,
                        most == null ? standard.max() : most,
                        jitter == null ? standard.jitter() : jitter);
                return Boolean.parseBoolean(texts.one(JITTERS)) ? policy : policy.withJitter(0);
            } catch (IllegalArgumentException e) {
                throw new CannotStartException(
                        "The retry settings of @DelayQueueListener method " + method + " are invalid: " + e.getMessage()
                                + ".",
                        "Correct 'maxAttempts' or the attributes that begin with 'retry'. Attributes that"
                                + " are not set take their value from 'delay.redisson.retry'. The attribute for 'max',"
                                + " for example, is 'retryMaxDelay'.",
                        e);
            }
        }

        <T> @Nullable T value(String attribute, String given, Function<String, T> parser) {
            String text = given;
            try {
                text = texts.one(given);
                return StringUtils.hasText(text) ? parser.apply(text.strip()) : null;
            } catch (IllegalArgumentException e) {
                throw wrong(attribute, String.valueOf(text), String.valueOf(e.getMessage()), e);
            }
        }

        private CannotStartException wrong(
                String attribute, String value, String reason, @Nullable RuntimeException cause) {
            return new CannotStartException(
                    "'" + attribute + "' of @DelayQueueListener method " + method + " is '" + value
                            + "', which is invalid: " + reason + ".",
                    "Correct the attribute, or the property that it names.",
                    cause);
        }
    }
}
