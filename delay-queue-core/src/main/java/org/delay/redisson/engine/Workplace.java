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
        WatchedOperations queue,
        DelayQueueMessageConsumer consumer,
        DispatchSettings settings,
        Listeners listener,
        Ticker ticker,
        Owners owners,
        Survey survey,
        ShardSchedule schedule,
        Admissions admissions,
        Destinations destinations,
        StuckThreads stuck,
        Shares shares,
        Recalls recalls,
        Quarantine quarantine,
        Triage triage,
        ClaimSize claimSize,
        Outage redisOutage,
        TopicNotice unclaimable,
        ShardLanes lanes,
        UnsettledWork unsettled,
        HandlerSeats seats,
        Signal ending,
        Signal overtime) {

    static Workplace of(
            DispatchOperations operations,
            DelayQueueMessageConsumer givenConsumer,
            DispatchSettings settings,
            TopicRules rules,
            Listeners listener,
            Ticker ticker,
            Owners owners) {
        WatchedOperations queue = new WatchedOperations(operations, ticker);
        DelayQueueMessageConsumer consumer = new GuardedConsumer(givenConsumer);
        Survey survey = new Survey(queue);
        ShardSchedule schedule = new ShardSchedule(ticker, settings.sweep(), owners, survey);
        Recalls recalls = new Recalls(queue, schedule);
        Destinations destinations = new Destinations(rules, ticker, recalls, listener);
        StuckThreads stuck = new StuckThreads(settings.maxStuckThreads(), rules, listener);
        Shares shares = new Shares(ticker, settings.workers(), rules, destinations, new WaitingLine(recalls));
        ShardLanes lanes = new ShardLanes();
        UnsettledWork unsettled = new UnsettledWork(queue, schedule, lanes, ticker);
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
                        unsettled,
                        new ForeignTopics(rules, owners, settings.sweep(), ticker),
                        stuck,
                        destinations,
                        new Bounds(rules, recalls),
                        shares),
                destinations,
                stuck,
                shares,
                recalls,
                new Quarantine(ticker),
                new Triage(settings.retry(), rules, settings.maxExpiries()),
                new ClaimSize(settings.batch()),
                new Outage(
                        ticker,
                        "Redis does not answer, or refuses calls; nothing is dispatched until it does. Trying again",
                        "Redis answers again"),
                new TopicNotice(
                        ticker,
                        "Topic {} is left aside: its messages can't be claimed. Trying again: {}",
                        "{} more topics are left aside, {} for example: their messages can't be claimed. Trying again"),
                lanes,
                unsettled,
                new HandlerSeats(settings.workers(), ending),
                ending,
                new Signal());
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

    Duration lease() {
        return settings.lease();
    }
}
