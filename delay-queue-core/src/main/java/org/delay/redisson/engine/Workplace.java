package org.delay.redisson.engine;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DispatchOperations;

/**
 * What everybody who works between one start and its stop shares.
 *
 * @param ending given when nothing is to be claimed or begun any more
 * @param overtime given when the time to stop is over, so that nothing is repeated any more
 */
record Workplace(
        DispatchOperations queue,
        DelayQueueMessageConsumer consumer,
        DispatchSettings settings,
        DispatchListener listener,
        Ticker ticker,
        Owners owners,
        Survey survey,
        ShardSchedule schedule,
        Breaker breaker,
        Quarantine quarantine,
        StuckThreads stuck,
        UnavailableTopics unavailable,
        ForeignTopics foreign,
        Bounds bounds,
        Triage triage,
        ClaimSize claimSize,
        Outage redisOutage,
        Outage topicOutage,
        Signal ending,
        Signal overtime) {

    static Workplace of(
            DispatchOperations queue,
            DelayQueueMessageConsumer consumer,
            DispatchSettings settings,
            TopicRules rules,
            DispatchListener given,
            Ticker ticker,
            Owners owners) {
        DispatchListener listener = new GuardedListener(given);
        Survey survey = new Survey(queue);
        return new Workplace(
                queue,
                consumer,
                settings,
                listener,
                ticker,
                owners,
                survey,
                new ShardSchedule(ticker, settings.sweep(), owners, survey),
                new Breaker(ticker, listener),
                new Quarantine(ticker),
                new StuckThreads(settings.maxStuckThreads(), rules, listener),
                new UnavailableTopics(ticker),
                new ForeignTopics(rules),
                new Bounds(rules),
                new Triage(settings.retry(), rules, settings.maxExpiries()),
                new ClaimSize(settings.batch()),
                new Outage(
                        "Redis does not answer, or refuses calls; nothing is dispatched until it does. Trying again",
                        "Redis answers again",
                        false),
                new Outage(
                        "A topic is left aside: its messages can't be claimed. Trying again",
                        "All topics can be claimed again",
                        true),
                new Signal(),
                new Signal());
    }

    Backoff backoff() {
        return Backoff.upTo(settings.sweep());
    }

    /** How many messages of a topic the consumer takes at once. */
    int consumerBatch(String topic) {
        return Math.max(1, consumer.batchSize(topic));
    }

    /** Nothing more is to be begun by this worker. */
    boolean isToPause(Object worker) {
        return ending.given() || !breaker.admits(worker);
    }

    Duration lease() {
        return settings.lease();
    }
}
