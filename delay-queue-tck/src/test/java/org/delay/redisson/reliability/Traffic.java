package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.Flow;
import org.delay.redisson.system.Handler;

/**
 * An application that sends and handles without a pause, and writes all of it down, while a scenario has its way with the
 * servers.
 */
final class Traffic implements AutoCloseable {

    /** A server may take this long to come to itself, on the slowest of machines. */
    static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final Duration POLL = Duration.ofMillis(5);

    private final Lab lab;
    private final String topic;
    private final LedgerFile ledger;
    private final LedgerFile arrivals;
    private final Application application;
    private final Flow flow;

    private Traffic(
            Lab lab,
            Application application,
            String topic,
            int perSecond,
            LedgerFile arrivals,
            BiConsumer<Application, LedgerFile> dispatching) {
        this.lab = lab;
        this.topic = topic;
        this.ledger = lab.ledger(topic);
        this.arrivals = arrivals == null ? ledger : arrivals;
        this.application = application;
        dispatching.accept(application, ledger);
        this.flow = Flow.start(application.queue(), topic, perSecond, ledger);
    }

    /** To a handler that does nothing else. The topic is the service too. */
    static Traffic start(Lab lab, String redis, String topic, int perSecond) {
        return start(lab, Application.of(redis, topic), topic, perSecond, Traffic::toHandler);
    }

    static void toHandler(Application application, LedgerFile ledger) {
        application.dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived));
    }

    /**
     * Of an application of the scenario's own.
     *
     * @param dispatching starts the dispatch, to whoever writes into the ledger what arrives
     */
    static Traffic start(
            Lab lab,
            Application application,
            String topic,
            int perSecond,
            BiConsumer<Application, LedgerFile> dispatching) {
        return start(lab, application, topic, perSecond, null, dispatching);
    }

    /**
     * Likewise.
     *
     * @param arrivals where somebody else writes what arrives; null if that is dispatching's to do
     */
    static Traffic start(
            Lab lab,
            Application application,
            String topic,
            int perSecond,
            LedgerFile arrivals,
            BiConsumer<Application, LedgerFile> dispatching) {
        Traffic traffic = new Traffic(lab, application, topic, perSecond, arrivals, dispatching);
        traffic.awaitDeliveries(perSecond / 2);
        return traffic;
    }

    DelayQueueMessage queue() {
        return application.queue();
    }

    /** Waits for so many sends to be begun from now on. */
    void awaitAttempts(int number) {
        int goal = flow.attempts() + number;
        await("for " + number + " sends to " + topic)
                .pollInterval(POLL)
                .atMost(PATIENCE)
                .until(() -> flow.attempts() >= goal);
    }

    /** Waits for so many sends to be accepted from now on. */
    void awaitAccepted(int number) {
        int goal = flow.accepted() + number;
        await("for " + number + " accepted sends to " + topic)
                .pollInterval(POLL)
                .atMost(PATIENCE)
                .until(() -> flow.accepted() >= goal);
    }

    /** Waits for so many sends to fail loudly from now on. */
    void awaitFailures(int number) {
        int goal = failures() + number;
        await("for " + number + " failures of sends to " + topic)
                .pollInterval(POLL)
                .atMost(PATIENCE)
                .until(() -> failures() >= goal);
    }

    /** Sends that failed loudly so far. */
    int failures() {
        return flow.failures();
    }

    /** Waits for so many deliveries from now on, and answers how long that took. */
    Duration awaitDeliveries(int number) {
        int goal = arrivals.arrivedSoFar() + number;
        long began = System.nanoTime();
        await("for " + number + " deliveries of " + topic)
                .pollInterval(POLL)
                .atMost(PATIENCE)
                .until(() -> arrivals.arrivedSoFar() >= goal);
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /** How long the slowest send took so far, whatever came of it. */
    Duration slowestSend() {
        return flow.slowest();
    }

    /** Stops sending, and waits until all is delivered. */
    void drain() throws InterruptedException {
        flow.close();
        lab.awaitDrained(queue(), topic, PATIENCE);
    }

    /** After the drain of all traffic: what the ledgers say, and how the sends went. */
    Outcome outcome(int injections) {
        return outcome(injections, Outcome::of);
    }

    /** @param judged what the ledgers must say */
    Outcome outcome(int injections, BiFunction<Integer, Audit, Outcome> judged) {
        application.close();
        return judge(judged.apply(injections, lab.audit()));
    }

    /** Adds how the sends went. */
    Outcome judge(Outcome outcome) {
        return outcome.must(flow.surprises().isEmpty(), "sends failed with what is not documented: " + flow.surprises())
                .note("%,d sends threw an exception", flow.failures());
    }

    @Override
    public void close() throws InterruptedException {
        flow.close();
        application.close();
    }
}
