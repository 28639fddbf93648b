package org.delay.redisson.autoconfigure;

import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.listener.DelayQueueListeners;
import org.delay.redisson.startup.CannotStartException;
import org.springframework.beans.factory.ObjectProvider;

/** Checks listener methods against what is around them, when all beans are there. */
@Slf4j
@RequiredArgsConstructor
final class ListenerCheck {

    private final DelayQueueListeners listeners;
    private final ObjectProvider<KafkaTopics> kafka;
    private final boolean called;
    private final int workers;

    /** @throws CannotStartException if two would wait for one topic, and one of them in vain */
    void run() {
        if (listeners.isEmpty()) {
            return;
        }
        kafka.ifAvailable(known -> listeners.topics().forEach(topic -> check(topic, known)));
        if (!called) {
            log.warn(
                    "These @DelayQueueListener methods receive no messages, because the application's"
                            + " own DispatchEngine bean does not know them: {}",
                    String.join(", ", listeners.descriptions()));
        }
        if (listeners.mostConcurrency() > workers) {
            log.warn(
                    "A @DelayQueueListener has a concurrency of {}, but there are only {} for"
                            + " all topics. Lower it, or raise 'delay.redisson.workers'",
                    listeners.mostConcurrency(),
                    Counted.of(workers, "worker"));
        }
    }

    private void check(String topic, KafkaTopics known) {
        String method = listeners.description(topic);
        if (known.name(topic)) {
            throw new CannotStartException(
                    "Topic '" + topic + "' has a @KafkaListener and a @DelayQueueListener: " + method
                            + ". Its delayed messages would go to the latter, and never to Kafka.",
                    "Remove one of them, or give them different topics.");
        }
        if (known.match(topic)) {
            log.warn(
                    "The topicPattern of a @KafkaListener matches topic '{}', whose delayed messages go to {} and never to "
                            + "Kafka",
                    topic,
                    method);
        }
    }
}
