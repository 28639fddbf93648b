package org.delay.redisson.http.webhook;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.AdminOperations;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.broker.BatchOutcome;
import org.delay.redisson.engine.time.Ticker;
import org.delay.redisson.http.webhook.WebhookMeters.Outcome;
import org.jspecify.annotations.Nullable;

/** Posts due messages to the URLs of their topics, those of a batch at the same time. Used by many threads. */
@Slf4j
@RequiredArgsConstructor
class WebhookConsumer extends DelayQueueMessageConsumer implements AutoCloseable {

    private static final int BATCH_SIZE = 10;

    private final Topics<WebhookTarget> targets;
    private final WebhookClient client;
    private final Duration timeout;
    private final AdminOperations queue;
    private final Ticker ticker;

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        WebhookTarget target = targets.of(topic)
                .orElseThrow(() -> unavailable("No target of 'delay.redisson.webhook.targets' covers the topic", null));
        target.reasonToRest().ifPresent(reason -> {
            throw unavailable(reason, null);
        });
        long deadline = ticker.nanos() + timeout.toNanos();
        List<Call> calls = new ArrayList<>();
        try {
            // After one that can't be sent, each of the others might wait for the address of the host again.
            for (int i = 0; i < messages.size() && (i == 0 || !calls.get(i - 1).wasNotSent()); i++) {
                calls.add(call(target, messages.get(i)));
            }
            BatchOutcome outcome = new BatchOutcome(messages);
            boolean isGone = false;
            for (int i = 0; i < calls.size(); i++) {
                try {
                    Answer answer = calls.get(i).await(deadline);
                    target.called(Outcome.of(answer.meaning()), calls.get(i).took());
                    isGone |= answer.meaning() == Answer.Meaning.GONE;
                    RuntimeException failure = failure(target, answer);
                    if (failure != null) {
                        outcome.failed(messages.get(i), failure);
                    }
                } catch (Call.NoAnswer e) {
                    target.called(
                            e.mayHaveArrived() ? Outcome.UNANSWERED : Outcome.UNREACHABLE,
                            calls.get(i).took());
                    outcome.failed(messages.get(i), failure(target, messages.get(i), e));
                }
            }
            outcome.notSentFrom(calls.size());
            if (isGone) {
                pause(topic, target);
            }
            outcome.throwFailures();
        } finally {
            calls.forEach(Call::end);
        }
    }

    private Call call(WebhookTarget target, DelayedMessage message) {
        WebhookMessage posted = WebhookMessage.of(message);
        return client.post(target.url(), posted.headers(target.signer()), posted.json());
    }

    /** What an answer means, or null if the receiver has the message. */
    private static @Nullable RuntimeException failure(WebhookTarget target, Answer answer) {
        String said = target.origin() + " answered " + answer.status();
        return switch (answer.meaning()) {
            case DONE -> null;
            case BUSY -> {
                Duration wanted = answer.retryAfter();
                target.rest(wanted == null ? WebhookTarget.SHORT_REST : wanted, said);
                yield DestinationUnavailable.ofTopic(said, answer.mayStillArrive(), null);
            }
            case GONE -> DestinationUnavailable.ofTopic(said, false, null);
            case FAILED -> new WebhookRefusedException(said);
        };
    }

    private static RuntimeException failure(WebhookTarget target, DelayedMessage message, Call.NoAnswer noAnswer) {
        Throwable cause = noAnswer.getCause();
        String reason = cause == null ? noAnswer.toString() : String.valueOf(cause.getMessage());
        if (noAnswer.mayHaveArrived()) {
            return new OutcomeUnknown(
                    message.topic(),
                    List.of(message.id()),
                    new WebhookRefusedException(target.origin() + " did not answer: " + reason));
        }
        String said = target.origin() + " can't be reached: " + reason;
        target.rest(WebhookTarget.SHORT_REST, said);
        return unavailable(said, cause);
    }

    private static DestinationUnavailable unavailable(String reason, @Nullable Throwable cause) {
        return DestinationUnavailable.ofTopic(reason, false, cause);
    }

    private void pause(String topic, WebhookTarget target) {
        log.warn(
                "{} answered 410: it wants no more messages of topic {}. The topic is paused, and its messages wait."
                        + " Correct 'delay.redisson.webhook.targets', then resume the topic",
                target.origin(),
                topic);
        queue.pause(topic);
    }

    /** Some: they are posted at the same time. */
    @Override
    public int batchSize() {
        return BATCH_SIZE;
    }

    /** True: it passes messages on and does not process them. */
    @Override
    public boolean forwards(String topic) {
        return true;
    }

    @Override
    public void close() {
        client.close();
    }
}
