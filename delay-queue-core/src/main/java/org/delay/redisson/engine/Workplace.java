package org.delay.redisson.engine;

import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.admission.Admissions;
import org.delay.redisson.engine.admission.AdmissionsBuilder;
import org.delay.redisson.engine.admission.DeliveryFeedback;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.GuardedTopicRules;
import org.delay.redisson.engine.report.Listeners;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.schedule.ShardDiscovery;
import org.delay.redisson.engine.schedule.ShardOwnership;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.delay.redisson.engine.settle.FailureClassifier;
import org.delay.redisson.engine.settle.Settler;
import org.delay.redisson.engine.time.Backoff;
import org.delay.redisson.engine.time.Signal;
import org.delay.redisson.engine.time.Ticker;

/**
 * What everybody who works between one start and its stop shares.
 *
 * @param ending given when nothing is to be claimed or begun any more
 */
record Workplace(
        WatchedOperations queue,
        DelayQueueMessageConsumer consumer,
        DispatchSettings settings,
        Listeners listener,
        Ticker ticker,
        ShardOwnership owners,
        ShardDiscovery survey,
        ShardSchedule schedule,
        Admissions admissions,
        PoisonMessageGuard quarantine,
        FailureClassifier triage,
        Outage redisOutage,
        Settler settler,
        HandlerPermits seats,
        Signal ending) {

    static Workplace of(
            DispatchOperations operations,
            DelayQueueMessageConsumer givenConsumer,
            DispatchSettings settings,
            GuardedTopicRules rules,
            Listeners listener,
            Ticker ticker,
            ShardOwnership owners) {
        WatchedOperations queue = new WatchedOperations(operations, ticker);
        DelayQueueMessageConsumer consumer = new GuardedConsumer(givenConsumer);
        Outage redisOutage = new Outage(
                ticker,
                "Redis does not answer, or refuses calls; nothing is dispatched until it does. Trying again",
                "Redis answers again");
        ShardSchedule schedule = new ShardSchedule(ticker, owners);
        ShardDiscovery survey = new ShardDiscovery(queue, schedule, settings.sweep(), redisOutage);
        Settler settler = new Settler(queue, schedule::wakeUp, listener, ticker, settings.lease());
        Admissions admissions = new AdmissionsBuilder(queue, schedule, ticker)
                .settings(settings)
                .rules(rules)
                .listener(listener)
                .isSettled(settler::isSettled)
                .build();
        Signal ending = new Signal();
        return new Workplace(
                queue,
                consumer,
                settings,
                listener,
                ticker,
                owners,
                survey,
                schedule,
                admissions,
                new PoisonMessageGuard(ticker),
                new FailureClassifier(settings.retry(), rules, settings.maxLeaseExpirations()),
                redisOutage,
                settler,
                new HandlerPermits(settings.workers(), ending),
                ending);
    }

    DeliveryFeedback feedback() {
        return admissions.feedback();
    }

    Backoff backoff() {
        return Backoff.upTo(settings.sweep());
    }

    /** How many messages of a topic the consumer takes at once. */
    int consumerBatch(String topic) {
        return consumer.batchSize(topic);
    }

    /** Nothing more of the topic is to be begun, though it was claimed. */
    boolean isToPause(String topic) {
        return ending.given() || feedback().isUnavailable(topic);
    }
}
