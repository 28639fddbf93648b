package org.delay.redisson.test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.Receipt;

/** Stores messages that the intake has checked. */
@RequiredArgsConstructor
final class MemorySender {

    private final MemoryMonitor monitor;
    private final MemoryStore store;

    /** @throws DelayQueueException if a message asked to be rejected and its id exists; the others are stored */
    List<Receipt> send(List<Intake.Sent> messages) {
        List<Receipt> receipts = new ArrayList<>();
        List<DelayQueueException> failures = new ArrayList<>();
        monitor.change(now -> messages.forEach(sent -> {
            try {
                receipts.add(store.schedule(sent.message(), sent.text(), now));
            } catch (DelayQueueException.Duplicate e) {
                failures.add(e);
            }
        }));
        if (failures.isEmpty()) {
            return List.copyOf(receipts);
        }
        throw messages.size() == 1 ? failures.get(0) : new DelayQueueException.PartlySent(receipts, failures);
    }

    CompletableFuture<List<Receipt>> sendAsync(List<Intake.Sent> messages) {
        try {
            return CompletableFuture.completedFuture(send(messages));
        } catch (DelayQueueException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
