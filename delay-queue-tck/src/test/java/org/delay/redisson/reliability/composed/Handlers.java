package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.reliability.composed.Dispatcher.Place;
import org.delay.redisson.reliability.composed.Entry.What;

/** A user's consumer: does with each message what it says, until the run is calm, and passes on what is Kafka's. */
final class Handlers extends DelayQueueMessageConsumer {

    static final Duration SLOW = Duration.ofMillis(200);

    /** Why a call threw, for those of its messages that had no part in it. */
    static final String OF_ANOTHER = "UnreadableBody of another message";

    private static final Duration NAP = Duration.ofMillis(50);

    private static final int LEVELS = 10_000;

    private final Plan plan;
    private final Place place;
    private final DelayQueueMessage queue;
    private final DelayQueueMessageConsumer kafka;
    private final Runnable close;

    /**
     * @param kafka null where no topic is Kafka's
     * @param close closes the application
     */
    Handlers(Plan plan, Place place, DelayQueueMessage queue, DelayQueueMessageConsumer kafka, Runnable close) {
        this.plan = plan;
        this.place = place;
        this.queue = queue;
        this.kafka = kafka;
        this.close = close;
    }

    @Override
    public int batchSize(String topic) {
        if (plan.batchSizeThrows && !plan.subject(topic).isHealthy() && !place.isCalm()) {
            throw new IllegalStateException("batchSize() of a user's");
        }
        return isKafka(topic) ? kafka.batchSize(topic) : plan.consumerBatch;
    }

    @Override
    public boolean forwards(String topic) {
        return isKafka(topic) && kafka.forwards(topic);
    }

    private boolean isKafka(String topic) {
        return kafka != null && plan.subject(topic).kind().isKafka();
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        if (isKafka(topic)) {
            kafka.deliver(topic, messages);
            return;
        }
        try {
            for (DelayedMessage message : messages) {
                handle(message);
            }
        } catch (Throwable e) {
            messages.forEach(message -> note(
                    What.THREW,
                    message,
                    isOfAnother(e, message) ? OF_ANOTHER : e.getClass().getSimpleName()));
            throw e;
        }
    }

    /** A body that can't be read says nothing about the other messages of its call. */
    private static boolean isOfAnother(Throwable thrown, DelayedMessage message) {
        return thrown instanceof DelayQueueException.UnreadableBody unreadable
                && !unreadable.ids().contains(message.id());
    }

    private void handle(DelayedMessage message) throws Exception {
        Body body = Body.of(message.body());
        note(body.isWhole() ? What.BEGUN : What.GARBLED, message, body.conduct().name());
        if (!place.isCalm()) {
            behave(body.conduct(), message);
        }
        note(What.EFFECT, message, "");
    }

    private void behave(Conduct conduct, DelayedMessage message) throws Exception {
        switch (conduct) {
            case RETURNS -> {}
            case IS_SLOW -> LockSupport.parkNanos(SLOW.toNanos());
            case HANGS -> hang(true);
            case OUTLIVES -> hang(false);
            case THROWS -> throw new IllegalStateException("a failure of a user's");
            case THROWS_ERROR -> throw new StackOverflowError("an error of a user's");
            case GIVES_UP -> throw new PermanentFailure("a user gives up");
            case IS_AWAY -> throw new DestinationUnavailable("a user's destination is away", false, null);
            case DOES_NOT_KNOW ->
                throw new DelayQueueException.OutcomeUnknown(
                        message.topic(), List.of(message.id()), new IllegalStateException("no answer"));
            case INTERRUPTS_ITSELF -> Thread.currentThread().interrupt();
            case READS_NESTED -> read(nested(message), Nested.class);
            case SENDS -> send(message);
            case CANCELS -> queue.cancel(message.topic(), message.id());
            case BLOCKS_THE_COMMON_POOL -> CommonPool.block(place);
            case CLOSES -> close.run();
            case EXITS -> System.exit(1);
            case HALTS -> Runtime.getRuntime().halt(1);
        }
    }

    private static DelayedMessage nested(DelayedMessage message) {
        String body = "{\"a\":".repeat(LEVELS) + "1" + "}".repeat(LEVELS);
        return new DelayedMessage(
                message.topic(),
                message.id(),
                body,
                null,
                Map.of(),
                message.dueTime(),
                message.priority(),
                message.attempt());
    }

    /** Has itself as a member. */
    record Nested(Nested a) {}

    private void hang(boolean heeds) throws InterruptedException {
        boolean interrupted = false;
        while (!place.isCalm()) {
            LockSupport.parkNanos(NAP.toNanos());
            if (Thread.interrupted()) {
                if (heeds) {
                    throw new InterruptedException("as it was asked");
                }
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(DelayedMessage message) {
        queue.schedule(List.of(OutgoingMessage.to(Plan.HEALTHY.topic(0))
                .id("sent-by-" + message.topic() + "-" + message.id())
                .body(Body.text(1, Conduct.RETURNS, "sent by a handler"))
                .delay(Duration.ofMillis(100))
                .build()));
    }

    private void note(What what, DelayedMessage message, String text) {
        place.journal()
                .write(Entry.now(
                        what,
                        message.topic(),
                        message.id(),
                        Body.of(message.body()).version(),
                        message.attempt(),
                        message.dueTime().toEpochMilli(),
                        text));
    }
}
