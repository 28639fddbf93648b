package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException.PartlySent;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.jspecify.annotations.Nullable;

/** A queue with interceptors around it, whatever store it has. Not final, so that proxies can be made of it. */
@Slf4j
class InterceptedDelayQueue extends ForwardingDelayQueue {

    private final Supplier<List<QueueInterceptor>> interceptors;

    /** @param interceptors asked at each call, and not before the first */
    InterceptedDelayQueue(DelayQueueMessage queue, Supplier<List<QueueInterceptor>> interceptors) {
        super(queue);
        this.interceptors = interceptors;
    }

    @Override
    public <T> void addDelayQueue(T value, long delay, TimeUnit timeUnit, String queueCode) {
        new DelayQueueMessageProducer(this).sendMessage(queueCode, value, delay, timeUnit);
    }

    @Override
    public List<Receipt> schedule(Collection<OutgoingMessage> messages) {
        Send send = begin(messages);
        List<Receipt> receipts;
        try {
            receipts = delegate().schedule(send.messages());
        } catch (RuntimeException | Error e) {
            send.failed(e);
            throw e;
        }
        send.ended(receipts, null);
        return receipts;
    }

    @Override
    public CompletableFuture<List<Receipt>> scheduleAsync(Collection<OutgoingMessage> messages) {
        Send send = begin(messages);
        CompletableFuture<List<Receipt>> accepted;
        try {
            accepted = delegate().scheduleAsync(send.messages());
        } catch (RuntimeException | Error e) {
            send.failed(e);
            throw e;
        }
        return accepted.whenComplete((receipts, thrown) -> {
            if (thrown == null) {
                send.ended(receipts, null);
            } else {
                send.failed(thrown);
            }
        });
    }

    @Override
    public CancelResult cancel(String topic, String id) {
        CancelResult result = delegate().cancel(topic, id);
        tell(interceptors.get(), interceptor -> interceptor.cancelled(topic, result));
        return result;
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        long began = System.nanoTime();
        ClaimResult claim = null;
        try {
            claim = delegate().claim(request);
            return claim;
        } finally {
            ClaimResult answer = claim;
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            tell(interceptors.get(), interceptor -> interceptor.claimed(answer, took));
        }
    }

    private Send begin(Collection<OutgoingMessage> messages) {
        List<QueueInterceptor> around = interceptors.get();
        List<QueueInterceptor.Sending> begun = new ArrayList<>(around.size());
        Send send = new Send(begun, messages);
        tell(around, interceptor -> begun.add(interceptor.sending(send.messages())));
        return send;
    }

    private static <T> void tell(Collection<T> all, Consumer<T> event) {
        for (T one : all) {
            try {
                event.accept(one);
            } catch (Throwable e) {
                log.warn("{} threw an exception. The message is not affected", one, e);
            }
        }
    }

    /** A send as each interceptor knows it. */
    private record Send(List<QueueInterceptor.Sending> begun, Collection<OutgoingMessage> given) {

        Collection<OutgoingMessage> messages() {
            return begun.isEmpty() ? given : begun.get(begun.size() - 1).messages();
        }

        void ended(List<Receipt> accepted, @Nullable Throwable thrown) {
            tell(begun, sending -> sending.ended(accepted, thrown));
        }

        void failed(Throwable thrown) {
            Throwable failure =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            ended(failure instanceof PartlySent partly ? partly.receipts() : List.of(), failure);
        }
    }
}
