package org.delay.redisson.engine.admission;

import java.util.List;
import java.util.function.BiPredicate;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.GuardedTopicRules;
import org.delay.redisson.engine.policy.PullDestination;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.delay.redisson.engine.time.Ticker;

/** Builds what decides about claims, and has the list of all gates. */
public final class AdmissionsBuilder {

    private final DispatchOperations queue;
    private final ShardSchedule schedule;
    private final Ticker ticker;
    private DispatchSettings settings = DispatchSettings.DEFAULTS;
    private GuardedTopicRules rules = new GuardedTopicRules(TopicRules.NONE);
    private DispatchListener listener = DispatchListener.NONE;
    private PullDestination pulled = PullDestination.NONE;
    private BiPredicate<Integer, String> hasUnsettled = (shard, topic) -> false;

    /** With default settings and no rules. */
    public AdmissionsBuilder(DispatchOperations queue, ShardSchedule schedule, Ticker ticker) {
        this.queue = queue;
        this.schedule = schedule;
        this.ticker = ticker;
    }

    /** How many workers there are, how many of them may be stuck, and how much they claim at once. */
    public AdmissionsBuilder settings(DispatchSettings value) {
        settings = value;
        return this;
    }

    /** How topics differ. */
    public AdmissionsBuilder rules(GuardedTopicRules value) {
        rules = value;
        return this;
    }

    /** Hears of deferred topics, of unavailable destinations and of topics whose handlers are stuck. */
    public AdmissionsBuilder listener(DispatchListener value) {
        listener = value;
        return this;
    }

    /** Whether messages of a topic that were handled are not settled yet in a shard. */
    public AdmissionsBuilder hasUnsettled(BiPredicate<Integer, String> value) {
        hasUnsettled = value;
        return this;
    }

    /** What takes messages of some topics when it wants them. */
    public AdmissionsBuilder pulled(PullDestination value) {
        pulled = value;
        return this;
    }

    /** Gates that are all open. */
    public Admissions build() {
        RecallQueue recalls = new RecallQueue(queue, schedule);
        HandoffOffers offers = new HandoffOffers(schedule.ownership(), ticker);
        StuckThreads stuck = new StuckThreads(settings.maxStuckThreads(), rules, listener);
        DestinationBreakers destinations = new DestinationBreakers(rules, ticker, recalls, listener);
        ConcurrencyLimits limits = new ConcurrencyLimits(rules, recalls, ticker);
        WorkerShares shares = new WorkerShares(
                ticker,
                settings.workers(),
                limits,
                destinations,
                new DestinationLines(recalls, ticker),
                BriefWait.LONGEST);
        PulledTopics unwanted = new PulledTopics(pulled, schedule, recalls, ticker);
        pulled.onWanted(unwanted::wanted);
        ClaimSize sizes = new ClaimSize(settings.maxClaimMessages(), pulled);
        // All gates, in the order in which they are asked. First those that need no lock and hold for every worker.
        // UnreadableRules comes before UnservedTopics: if rules threw an exception, they have no answer either.
        // Those that grant a permit come last: a closed gate behind them has them take a permit and give it back, which
        // recalls another topic for nothing. Of these, most topics have no limit.
        List<Gate> gates = List.of(
                new UnreadableRules(rules, ticker),
                new UnsettledTopics(hasUnsettled),
                new UnservedTopics(rules, schedule.ownership(), ticker),
                unwanted,
                stuck,
                destinations,
                limits,
                shares);
        return new Admissions(
                new Gates(gates, ticker),
                new DeliveryFeedback(destinations, stuck, shares, sizes),
                new Deferrals(queue, offers, recalls, listener, ticker),
                offers,
                sizes);
    }
}
