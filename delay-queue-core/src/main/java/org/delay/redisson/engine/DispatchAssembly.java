package org.delay.redisson.engine;

import java.util.List;
import java.util.function.Supplier;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.admission.Admissions;
import org.delay.redisson.engine.admission.AdmissionsBuilder;
import org.delay.redisson.engine.admission.DeliveryFeedback;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.GuardedTopicRules;
import org.delay.redisson.engine.report.Listeners;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.schedule.Heartbeat;
import org.delay.redisson.engine.schedule.ShardDiscovery;
import org.delay.redisson.engine.schedule.ShardOwnership;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.delay.redisson.engine.settle.FailureClassifier;
import org.delay.redisson.engine.settle.Settler;
import org.delay.redisson.engine.time.StopSignal;
import org.delay.redisson.engine.time.Ticker;

/** Puts the parts of an engine together for one start. No part knows this class: each gets the parts that it uses. */
final class DispatchAssembly {

    private final DispatchSettings settings;
    private final EngineContext context;
    private final Ticker ticker;
    private final Listeners listeners;
    private final WatchedOperations queue;
    private final DelayQueueMessageConsumer consumer;
    private final ClaimerNames names;
    private final Outage redisOutage;
    private final ShardDiscovery discovery;
    private final DeliveryOutcomes outcomes;
    private final BatchRelease release;
    private final WorkerRoster roster = new WorkerRoster();
    private final HandlerSlots slots;
    private final RunningBatches batches;
    private final BatchHandler handler;
    final StopSignal ending = new StopSignal();
    final ShardSchedule schedule;
    final Settler settler;
    final Admissions admissions;
    final DeliveryFeedback feedback;
    final PoisonMessageGuard guard;

    DispatchAssembly(
            DispatchOperations operations,
            DelayQueueMessageConsumer givenConsumer,
            DispatchSettings settings,
            GuardedTopicRules rules,
            EngineContext context) {
        this.settings = settings;
        this.context = context;
        this.ticker = context.ticker();
        this.listeners = context.listeners();
        this.names = new ClaimerNames(context.self().id());
        this.queue = new WatchedOperations(operations, ticker);
        this.consumer = new GuardedConsumer(givenConsumer, ticker);
        this.redisOutage = new Outage(
                ticker,
                "Redis does not answer or refuses calls. No messages are dispatched until it recovers. Retrying",
                "Redis answers again");
        // When to poll a shard.
        this.schedule =
                new ShardSchedule(ticker, new ShardOwnership(context.self().id(), settings.sweep()));
        this.discovery = new ShardDiscovery(queue, schedule, settings.sweep(), redisOutage);
        // What becomes of messages.
        FailureClassifier classifier = new FailureClassifier(settings.retry(), rules, settings.maxLeaseExpirations());
        this.settler = new Settler(queue, schedule::wakeUp, listeners, ticker, settings.lease());
        this.release = new BatchRelease(settler, listeners);
        // Which topics may be claimed.
        this.admissions = new AdmissionsBuilder(queue, schedule, ticker)
                .settings(settings)
                .rules(rules)
                .listener(listeners)
                .hasUnsettled(settler::hasUnsettled)
                .pulled(context.pulled())
                .build();
        this.feedback = admissions.feedback();
        // Claims and handlers.
        this.guard = new PoisonMessageGuard(ticker);
        this.slots = new HandlerSlots(settings.workers(), ticker, ending);
        this.batches = new RunningBatches(guard);
        this.outcomes = new DeliveryOutcomes(classifier, feedback, listeners, ticker);
        StopCondition stop = new StopCondition(ending, feedback);
        HandlerInvoker invoker = new HandlerInvoker(consumer, outcomes, listeners, ticker);
        SliceHandler slices = new SliceHandler(invoker, classifier, stop, feedback, settler, ticker);
        TopicDelivery delivery = new TopicDelivery(
                new PullDelivery(context.pulled(), stop, feedback, ticker),
                new BatchDelivery(slots, guard, stop, slices, feedback));
        this.handler = new BatchHandler(batches, classifier, delivery, feedback, settler);
    }

    /** Everything that runs between a start and its stop. */
    Dispatch dispatch() {
        StandbyWorkers standby = new StandbyWorkers(settings.workers(), queue, batches, ticker);
        WorkerPool pool = new WorkerPool(roster, standby, context.workerThreads(), this::worker, ending);
        StopSignal upkeepEnds = new StopSignal();
        return new Dispatch(
                new Intake(ending, schedule, guard, discovery, feedback),
                pool,
                new BackgroundThreads(
                        new Upkeep(Upkeep.interval(settings), upkeepEnds, upkeepSteps(pool)),
                        new Heartbeat(queue, context.self(), schedule, ticker, ending),
                        upkeepEnds),
                new HandlerShutdown(batches, roster, settler, release, ticker),
                listeners);
    }

    private List<Runnable> upkeepSteps(WorkerPool pool) {
        WorkerReplacement replacement = new WorkerReplacement(batches, slots, roster, feedback);
        SlowHandlers slow = new SlowHandlers(ticker, settings.maxProcessingTime(), feedback, replacement);
        SlotHandover handover = new SlotHandover(ticker, consumer, slots, feedback);
        RestRelease rest = new RestRelease(ticker);
        return List.of(
                () -> batches.all().forEach(batch -> Upkeep.guarded(() -> slow.interruptIfSlow(batch))),
                () -> batches.all().forEach(batch -> Upkeep.guarded(() -> handover.handOverIfSlow(batch))),
                () -> batches.all().forEach(batch -> Upkeep.guarded(() -> rest.releaseIfSlow(batch))),
                () -> batches.all().forEach(batch -> Upkeep.guarded(() -> settler.maintain(batch.leased()))),
                settler::maintainUnsettled,
                listeners::watch,
                // A new thread may not be had, so that comes last.
                pool::fill);
    }

    private Worker worker(WorkerId id) {
        InterruptedBatches interrupted =
                new InterruptedBatches(batches, consumer, settings.maxProcessingTime(), outcomes, release);
        ShardTurn turn = new ShardTurn(id, claims(id, names), handler, guard, admissions);
        return new Worker(id, roster, new WorkerTasks(interrupted, schedule, discovery, turn), ending);
    }

    /** The claims of one worker. */
    TaskClaims claims(WorkerId id, Supplier<String> claimerNames) {
        Claimer claimer = claimer(claimerNames);
        SecondClaimTrigger secondClaims = new SecondClaimTrigger(schedule, settings.maxClaimMessages());
        TopicChooser chooser = new TopicChooser(id, guard, admissions);
        ShardClaims claims = new ShardClaims(claimer, schedule, secondClaims, admissions, redisOutage);
        DueTopics dueTopics = new DueTopics(queue, schedule, ticker, redisOutage, ending);
        return new TaskClaims(
                new ShardPoller(dueTopics, chooser, claims, schedule, redisOutage),
                new SecondClaimer(id, guard, admissions, claimer, secondClaims));
    }

    Claimer claimer(Supplier<String> claimerNames) {
        ClaimCall call = new ClaimCall(queue, ticker, redisOutage, settings.sweep(), ending);
        return new Claimer(call, consumer, admissions, settings, new ClaimIds(claimerNames));
    }
}
