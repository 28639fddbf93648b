package org.delay.redisson.journal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueException.Duplicate;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueException.PartlySent;
import org.delay.redisson.DelayQueueException.Refused;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.jspecify.annotations.Nullable;

/** Sends what is to be recorded by the journal, and the rest without it. Thread-safe. */
@RequiredArgsConstructor
final class MixedSends {

    private final ChosenTopics topics;
    private final DelayQueueMessage queue;
    private final Supplier<JournalParts> parts;

    List<Receipt> send(Collection<OutgoingMessage> messages) {
        List<OutgoingMessage> recorded = new ArrayList<>();
        List<OutgoingMessage> rest = new ArrayList<>();
        messages.forEach(message -> (isRecorded(message) ? recorded : rest).add(message));
        if (rest.isEmpty()) {
            return parts.get().sends().send(messages);
        }
        return recorded.isEmpty() ? queue.schedule(messages) : send(messages, recorded, rest);
    }

    /** The database has no asynchronous interface, so this call waits for it. */
    CompletableFuture<List<Receipt>> sendAsync(Collection<OutgoingMessage> messages) {
        if (messages.stream().noneMatch(this::isRecorded)) {
            return queue.scheduleAsync(messages);
        }
        try {
            return CompletableFuture.completedFuture(send(messages));
        } catch (DelayQueueException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The journal refuses what is no message. */
    private boolean isRecorded(@Nullable OutgoingMessage message) {
        return message == null || topics.contains(message.topic());
    }

    /** All are checked first. If the journal takes none, the rest is not sent either. */
    private List<Receipt> send(
            Collection<OutgoingMessage> messages, List<OutgoingMessage> recorded, List<OutgoingMessage> rest) {
        parts.get().sends().checkBulk(messages.size());
        rest.forEach(message -> {
            var unused = parts.get().redis().prepare(message);
        });
        List<Receipt> receipts = new ArrayList<>();
        List<DelayQueueException> failures = new ArrayList<>();
        try {
            receipts.addAll(parts.get().sends().send(recorded));
        } catch (PartlySent e) {
            receipts.addAll(e.receipts());
            failures.addAll(e.failures());
        } catch (Duplicate e) {
            failures.add(e);
        } catch (OutcomeUnknown e) {
            failures.add(e);
            rest.forEach(message -> failures.add(notSent(message, e)));
            throw new PartlySent(receipts, failures);
        }
        List<Receipt> ofRest = List.of();
        try {
            ofRest = queue.schedule(rest);
        } catch (PartlySent e) {
            ofRest = e.receipts();
            failures.addAll(e.failures());
        } catch (DelayQueueException e) {
            failures.add(e);
        }
        if (!failures.isEmpty()) {
            receipts.addAll(ofRest);
            throw new PartlySent(receipts, failures);
        }
        Iterator<Receipt> eachRecorded = receipts.iterator();
        Iterator<Receipt> eachRest = ofRest.iterator();
        return messages.stream()
                .map(message -> (isRecorded(message) ? eachRecorded : eachRest).next())
                .toList();
    }

    private static DelayQueueException notSent(OutgoingMessage message, DelayQueueException cause) {
        return new Refused(
                message.topic(), Optional.ofNullable(message.id()).stream().toList(), cause);
    }
}
