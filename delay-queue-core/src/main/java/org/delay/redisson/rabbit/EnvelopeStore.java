package org.delay.redisson.rabbit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueException.Duplicate;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.jspecify.annotations.Nullable;

/**
 * Stores messages of RabbitMQ under their message ids. A second message with an id gets a generated one: RabbitMQ does not compare
 * ids, so both must arrive. Thread-safe.
 *
 * @param queue asked at each call
 */
record EnvelopeStore(Supplier<DelayQueueMessage> queue) {

    /** Stores a message. Throws what {@link DelayQueueMessage#schedule} throws. */
    void store(String topic, RabbitEnvelope envelope, Duration delay) {
        OutgoingMessage message = message(topic, envelope, delay);
        try {
            var unused = queue.get().schedule(List.of(message));
        } catch (Duplicate e) {
            var unused = queue.get().schedule(List.of(withoutId(message, delay)));
        }
    }

    /** As {@link #store}, without blocking. Invalid arguments throw at once. */
    CompletableFuture<?> storeAsync(String topic, RabbitEnvelope envelope, Duration delay) {
        OutgoingMessage message = message(topic, envelope, delay);
        return queue.get()
                .scheduleAsync(List.of(message))
                .exceptionallyCompose(failure -> cause(failure) instanceof Duplicate
                        ? queue.get().scheduleAsync(List.of(withoutId(message, delay)))
                        : CompletableFuture.failedFuture(failure));
    }

    /** Why a future has failed. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    private static OutgoingMessage message(String topic, RabbitEnvelope envelope, Duration delay) {
        return OutgoingMessage.to(topic)
                .id(id(envelope.properties().getMessageId()))
                .body(envelope.write())
                .delay(delay)
                .onDuplicate(OnDuplicate.REJECT)
                .build();
    }

    private static OutgoingMessage withoutId(OutgoingMessage message, Duration delay) {
        return OutgoingMessage.to(message.topic())
                .body(message.body())
                .delay(delay)
                .build();
    }

    /** Null if a message can't have this id in the queue. */
    private static @Nullable String id(@Nullable String messageId) {
        try {
            return messageId == null ? null : Checks.id(messageId);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
