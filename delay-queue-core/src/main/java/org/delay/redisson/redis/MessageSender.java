package org.delay.redisson.redis;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;

/** Sends messages: encodes them, registers their topics, and has them stored. */
@RequiredArgsConstructor
final class MessageSender {

    private final Limits limits;
    private final MessageEncoder encoder;
    private final TopicRegistration topics;
    private final SendBatcher batcher;

    /** Runs code of the application that depends on the futures of its sends. */
    private final Executor callbacks;

    List<Receipt> send(Collection<OutgoingMessage> messages) {
        ScriptRunner.refuseClientThread();
        List<PendingSend> sends = encode(messages, topics::add);
        batcher.store(sends);
        List<String> ids = sends.stream().map(send -> send.message().id()).toList();
        String topic = sends.isEmpty() ? "" : sends.get(0).message().topic();
        return ScriptRunner.await(receipts(sends, Runnable::run), topic, ids);
    }

    CompletableFuture<List<Receipt>> sendAsync(Collection<OutgoingMessage> messages) {
        List<PendingSend> sends = encode(messages, topics::addSoon);
        batcher.storeAside(sends);
        return receipts(sends, callbacks);
    }

    private List<PendingSend> encode(Collection<OutgoingMessage> messages, Consumer<String> registering) {
        limits.checkBulk(messages.size());
        List<PendingSend> sends = messages.stream()
                .map(message -> new PendingSend(encoder.encode(Checks.given("message", message))))
                .toList();
        sends.stream().map(send -> send.message().topic()).distinct().forEach(registering);
        return sends;
    }

    private static CompletableFuture<List<Receipt>> receipts(List<PendingSend> sends, Executor callbacks) {
        List<CompletableFuture<Receipt>> receipts =
                sends.stream().map(send -> send.receipt(callbacks)).toList();
        if (receipts.size() == 1) {
            return receipts.get(0).thenApply(List::of);
        }
        return CompletableFuture.allOf(receipts.toArray(CompletableFuture[]::new))
                .handle((done, thrown) -> SendResults.of(sends).receipts());
    }
}
