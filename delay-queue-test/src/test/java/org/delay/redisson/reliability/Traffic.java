package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.BiConsumer;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.engine.DispatchSettings;
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
    private final Application application;
    private final Flow flow;

    private Traffic(
            Lab lab, String redis, String topic, int perSecond, BiConsumer<Application, LedgerFile> dispatching) {
        this.lab = lab;
        this.topic = topic;
        this.ledger = lab.ledger(topic);
        this.application = Application.of(redis, topic);
        dispatching.accept(application, ledger);
        this.flow = Flow.start(application.queue(), topic, perSecond, ledger);
    }

    /** To a handler that does nothing else. The topic is the service too. */
    static Traffic start(Lab lab, String redis, String topic, int perSecond) {
        return start(
                lab,
                redis,
                topic,
                perSecond,
                (application, ledger) ->
                        application.dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived)));
    }

    /** @param dispatching starts the dispatch, to whoever writes into the ledger what arrives */
    static Traffic start(
            Lab lab, String redis, String topic, int perSecond, BiConsumer<Application, LedgerFile> dispatching) {
        Traffic traffic = new Traffic(lab, redis, topic, perSecond, dispatching);
        traffic.awaitDeliveries(perSecond / 2);
        return traffic;
    }

    DelayQueueMessage queue() {
        return application.queue();
    }

    LedgerFile ledger() {
        return ledger;
    }

    /** Waits for so many deliveries from now on, and answers how long that took. */
    Duration awaitDeliveries(int number) {
        int goal = ledger.arrivedSoFar() + number;
        long began = System.nanoTime();
        await("for " + number + " deliveries of " + topic)
                .pollInterval(POLL)
                .atMost(PATIENCE)
                .until(() -> ledger.arrivedSoFar() >= goal);
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /** Stops sending, and waits until all is delivered. */
    void drain() throws InterruptedException {
        flow.close();
        lab.awaitDrained(queue(), topic, PATIENCE);
    }

    /** After the drain: what the ledgers say, and how the sends went. */
    Outcome outcome(int injections) {
        application.close();
        return Outcome.of(injections, lab.audit())
                .must(flow.surprises().isEmpty(), "sends failed with what is not documented: " + flow.surprises())
                .note("%,d sends failed loudly", flow.failures());
    }

    @Override
    public void close() throws InterruptedException {
        flow.close();
        application.close();
    }
}
