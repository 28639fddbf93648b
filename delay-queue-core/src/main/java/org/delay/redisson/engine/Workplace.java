package org.delay.redisson.engine;

import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.Listeners;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.report.TopicNotice;
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
        Destinations destinations,
        StuckThreads stuck,
        WorkerShares shares,
        RecalledTopics recalls,
        PoisonMessageGuard quarantine,
        FailureClassifier triage,
        ClaimSize claimSize,
        Outage redisOutage,
        TopicNotice unclaimable,
        Settler settler,
        HandlerPermits seats,
        Signal ending) {

    static Workplace of(
            DispatchOperations operations,
            DelayQueueMessageConsumer givenConsumer,
            DispatchSettings settings,
            TopicRules rules,
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
        RecalledTopics recalls = new RecalledTopics(queue, schedule);
        Destinations destinations = new Destinations(rules, ticker, recalls, listener);
        StuckThreads stuck = new StuckThreads(settings.maxStuckThreads(), rules, listener);
        WorkerShares shares =
                new WorkerShares(ticker, settings.workers(), rules, destinations, new WaitingLine(recalls));
        Settler settler = new Settler(queue, schedule::wakeUp, listener, ticker, settings.lease());
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
                new Admissions(
                        new UnsettledTopics(settler),
                        new UnservedTopics(rules, owners, ticker),
                        stuck,
                        destinations,
                        new ConcurrencyLimits(rules, recalls),
                        shares),
                destinations,
                stuck,
                shares,
                recalls,
                new PoisonMessageGuard(ticker),
                new FailureClassifier(settings.retry(), rules, settings.maxLeaseExpirations()),
                new ClaimSize(settings.batch()),
                redisOutage,
                new TopicNotice(
                        ticker,
                        "Topic {} is left aside: its messages can't be claimed. Trying again: {}",
                        "{} more topics are left aside, {} for example: their messages can't be claimed. Trying again"),
                settler,
                new HandlerPermits(settings.workers(), ending),
                ending);
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
        return ending.given() || destinations.isAside(topic);
    }
}
